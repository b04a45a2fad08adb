import type { PriceQuote } from '../../shared/rules/service/work-package.ts';
import { useTranslation } from './language.ts';

interface PriceWords {
  /** In a word or two, beside "credits". */
  readonly short: (quote: PriceQuote) => string;
  /** As a sentence about one audit, with what came where it is not understood. */
  readonly full: (quote: PriceQuote) => string;
}

/** What a price list says, wherever it is said: it promises nothing, and what is not understood the service decides. */
export function usePriceWords(): PriceWords {
  const { t } = useTranslation('parts');
  return {
    short: (quote) =>
      quote.kind === 'named'
        ? t('price.short.named', { credits: quote.credits })
        : t(`price.short.${quote.kind}`),
    full: (quote) => {
      if (quote.kind === 'named') return t('price.full.named', { count: quote.credits });
      return quote.kind === 'none' ? t('price.full.none') : t('price.full.unread', { said: quote.asItCame });
    },
  };
}
