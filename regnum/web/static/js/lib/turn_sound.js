// A tone when it comes to be one's move, for who has set so.
const on = document.documentElement.dataset.sound === "on";
let context = null;

export function sound() {
  if (!on) {
    return;
  }
  try {
    context ??= new AudioContext();
    for (const [note, start] of [
      [523.25, 0],
      [783.99, 0.16],
    ]) {
      const tone = new OscillatorNode(context, { frequency: note });
      const loud = new GainNode(context, { gain: 0 });
      const at = context.currentTime + start;
      loud.gain.linearRampToValueAtTime(0.12, at + 0.02);
      loud.gain.exponentialRampToValueAtTime(0.001, at + 0.5);
      tone.connect(loud).connect(context.destination);
      tone.start(at);
      tone.stop(at + 0.5);
    }
  } catch {
    // no sound here
  }
}
