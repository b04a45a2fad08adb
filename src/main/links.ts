import { linkAmong } from '../shared/rules/deep-link.ts';

export interface Links {
  /** Takes the link among the arguments of a start; answers whether there is one. */
  readonly arrived: (commandLine: readonly string[]) => boolean;
  /** Has every link opened, those that are here already first. */
  readonly follow: (open: (address: string) => void) => void;
}

/**
 * Links from outside, as text: they come before the app can open anything (a start by a link, macOS's `open-url`), and while
 * it runs. Whatever they say, they become the address of the one screen that reads them.
 */
function createLinks(): Links {
  let waiting: readonly string[] = [];
  let open: ((address: string) => void) | null = null;
  return {
    arrived: (commandLine) => {
      const link = linkAmong(commandLine);
      if (link === null) return false;
      const address = `/link?${new URLSearchParams({ to: link }).toString()}`;
      if (open === null) waiting = [...waiting, address];
      else open(address);
      return true;
    },
    follow: (follower) => {
      open = follower;
      for (const address of waiting) follower(address);
      waiting = [];
    },
  };
}

/** The part of Electron's `app` by which macOS tells of links. */
interface ToldApp {
  on(
    event: 'open-url',
    listener: (event: { readonly preventDefault: () => void }, url: string) => void,
  ): unknown;
}

/** Hears of links from the command line of this start on, and from macOS. */
export function hearLinks(app: ToldApp, commandLine: readonly string[]): Links {
  const links = createLinks();
  links.arrived(commandLine);
  app.on('open-url', (event, url) => {
    event.preventDefault();
    links.arrived([url]);
  });
  return links;
}
