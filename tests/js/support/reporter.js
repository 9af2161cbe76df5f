// What failed, the coverage and the sums; no line for each test that passed.
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
