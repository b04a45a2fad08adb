import { createContext, type ReactNode, useContext, useEffect } from 'react';

type Format = (page: string, hasError: boolean) => string;

const FormatContext = createContext<Format>((page) => page);

/** How the name of a page becomes the title of the window: with the environment, and a mark for an error. */
export function PageTitleProvider({
  format,
  children,
}: {
  readonly format: Format;
  readonly children: ReactNode;
}) {
  return <FormatContext value={format}>{children}</FormatContext>;
}

export function usePageTitle(page: string, hasError: boolean): void {
  const format = useContext(FormatContext);
  const title = format(page, hasError);
  useEffect(() => {
    if (page !== '') document.title = title;
  }, [page, title]);
}
