// The token that the program asks for (server/page_token.hpp). It comes with the address that the program opens or prints, and is
// taken out of it at once, so that no link or bookmark carries it. It is kept for the page's origin, so that the page can be
// loaded again and opened in another tab.

const kept = "sinew-token";

// Storage that is switched off keeps nothing: the page then lives as long as it is open.
export interface Keeper {
  getItem(name: string): string | null;
  setItem(name: string, value: string): void;
}

interface Bar {
  href: string;
  replace: (address: string) => void; // what the address bar shows, without loading it
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

// Storage and history throw where the browser does not allow them.
function quietly<T>(act: () => T): T | undefined {
  try {
    return act();
  } catch {
    return undefined;
  }
}
