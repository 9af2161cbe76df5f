// Plays a sound when the user's turn begins, if the user has enabled it.
const isOn = document.documentElement.dataset.sound === "on";
let context = null;

export function playTurnSound() {
  if (!isOn) {
    return;
  }
  try {
    context ??= new AudioContext();
    for (const [note, start] of [
      [523.25, 0],
      [783.99, 0.16],
    ]) {
      const tone = new OscillatorNode(context, { frequency: note });
      const gain = new GainNode(context, { gain: 0 });
      const time = context.currentTime + start;
      gain.gain.linearRampToValueAtTime(0.12, time + 0.02);
      gain.gain.exponentialRampToValueAtTime(0.001, time + 0.5);
      tone.connect(gain).connect(context.destination);
      tone.start(time);
      tone.stop(time + 0.5);
    }
  } catch {
    // audio is not available
  }
}
