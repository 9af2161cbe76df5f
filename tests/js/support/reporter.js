// A reporter that prints failures, coverage and totals, but no line for each passed test.
import { compose } from "node:stream";
import { spec } from "node:test/reporters";

export default async function* report(events) {
  async function* wanted() {
    for await (const event of events) {
      if (!["test:pass", "test:start"].includes(event.type)) {
        yield event;
      }
    }
  }
  yield* compose(wanted, spec());
}
