// Cancels this browser's push subscription when the user signs out.
const form = document.getElementById("sign-out");

async function unsubscribeBrowser() {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  form.elements.endpoint.value = subscription?.endpoint ?? "";
  await subscription?.unsubscribe();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  unsubscribeBrowser()
    .catch(() => {}) // sign out even if this fails
    .then(() => form.submit());
});
