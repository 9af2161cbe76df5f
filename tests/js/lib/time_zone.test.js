import assert from "node:assert/strict";
import { test } from "node:test";
import { openClocks } from "../support/clocks.js";

for (const [zone, proposedZone] of [
  ["Europe/Kiev", "Europe/Kiev"],
  ["EST5EDT", "EST5EDT"],
  ["Etc/Unknown", "UTC"],
  [undefined, "UTC"],
]) {
  test(`a browser in the zone ${zone} proposes ${proposedZone}`, async (context) => {
    context.mock.method(Intl.DateTimeFormat.prototype, "resolvedOptions", () => ({ timeZone: zone }));
    const page = await openClocks();
    assert.equal(page.find("#clock-zone").value, proposedZone);
  });
}
