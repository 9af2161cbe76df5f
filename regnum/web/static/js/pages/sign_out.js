// Whoever signs out in a browser is not called by it any more.
const form = document.getElementById("sign-out");

async function silence() {
  const worker = await navigator.serviceWorker?.getRegistration();
  const subscription = await worker?.pushManager?.getSubscription();
  form.elements.endpoint.value = subscription?.endpoint ?? "";
  await subscription?.unsubscribe();
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  silence()
    .catch(() => {}) // signing out does not depend on it
    .then(() => form.submit());
});
