import { linkAmong } from '../../shared/rules/texts/deep-link.ts';

export type Links = ReturnType<typeof createLinks>;

/** Links from outside come before the app can open anything, and while it runs. Each becomes the address of the one screen that reads links. */
function createLinks() {
  let waiting: readonly string[] = [];
  let open: ((address: string) => void) | null = null;
  return {
    /** Takes the link from the arguments of a start; false where there is none. */
    arrived: (commandLine: readonly string[]): boolean => {
      const link = linkAmong(commandLine);
      if (link === null) return false;
      const address = `/link?${new URLSearchParams({ to: link }).toString()}`;
      if (open === null) waiting = [...waiting, address];
      else open(address);
      return true;
    },
    /** Opens every link, those that came before first. */
    follow: (follower: (address: string) => void): void => {
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
