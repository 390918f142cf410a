import { twoLinkSource } from "../../tests/fixtures/two_link";
import type { Source } from "./source";

export function openSource(): Source {
  return twoLinkSource();
}
