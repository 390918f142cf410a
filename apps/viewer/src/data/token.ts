// Stores the token that the server requires (server/page_token.hpp). It arrives in the address that the program opens
// or prints, and is removed from it at once, so that no link or bookmark contains it. It is stored for the page's
// origin, so that the page can be reloaded and opened in another tab.

const kept = "sinew-token";

// If the browser's storage is disabled, the token lasts until the page is closed.
export interface Keeper {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

interface Bar {
  href: string;
  replace: (address: string) => void; // changes the address bar without loading the address
}

export function takeToken(bar: Bar, keeper: () => Keeper): string | null {
  const address = new URL(bar.href);
  const given = address.searchParams.get("token");
  if (given === null) return quietly(() => keeper().getItem(kept)) ?? null;
  address.searchParams.delete("token");
  quietly(() => bar.replace(address.href));
  quietly(() => keeper().setItem(kept, given));
  return given;
}

// Storage and history throw if the browser does not allow them.
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
