// Prints failures, coverage and totals, but not each passed test.
import { compose } from "node:stream";
import { spec } from "node:test/reporters";

export default async function* report(events) {
  async function* withoutPasses() {
    for await (const event of events) {
      if (!["test:pass", "test:start"].includes(event.type)) {
        yield event;
      }
    }
  }
  yield* compose(withoutPasses, spec());
}
