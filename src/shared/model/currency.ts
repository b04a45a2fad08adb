/** A code of ISO 4217, as far as it can be the unit of the amounts of an audit. */
export interface Currency {
  readonly code: string;
  /** The year in which the standard withdrew it; absent for a code in use. */
  readonly withdrawn?: number;
  /** Absent for money that is paid with: a unit of account or a fund, or a troy ounce of a precious metal. */
  readonly kind?: 'fund' | 'metal';
}

const money = `
AED AFN ALL AMD AOA ARS AUD AWG AZN
BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD
CAD CDF CHF CLP CNY COP CRC CUP CVE CZK
DJF DKK DOP DZD
EGP ERN ETB EUR
FJD FKP
GBP GEL GHS GIP GMD GNF GTQ GYD
HKD HNL HTG HUF
IDR ILS INR IQD IRR ISK
JMD JOD JPY
KES KGS KHR KMF KPW KRW KWD KYD KZT
LAK LBP LKR LRD LSL LYD
MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN
NAD NGN NIO NOK NPR NZD
OMR
PAB PEN PGK PHP PKR PLN PYG
QAR
RON RSD RUB RWF
SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL
THB TJS TMT TND TOP TRY TTD TWD TZS
UAH UGX USD UYU UZS
VED VES VND VUV
WST
XAF XCD XCG XOF XPF
YER
ZAR ZMW ZWG`;

const funds = 'BOV CHE CHW CLF COU MXV USN UYI UYW XBA XBB XBC XBD XDR XSU XUA';
const metals = 'XAG XAU XPD XPT';

// The older periods of an engagement may still be in one of these.
const withdrawals = `
2002 ATS BEF DEM ESP FIM FRF GRD IEP ITL LUF NLG PTE
2003 AFA BGL SRG
2004 MGF RUR
2005 AZM ROL TRL
2006 CSD MZM
2007 SDD SIT
2008 CYP GHC MTL VEB ZWD
2009 SKK TMM ZWR
2011 EEK
2012 ZMK
2014 LTL LVL
2017 BYR MRO STD
2018 VEF
2021 CUC
2023 HRK SLL
2024 ZWL
2025 ANG
2026 BGN`;

function words(text: string): readonly string[] {
  return text.trim().split(/\s+/);
}

/**
 * The codes of ISO 4217 in alphabetical order: all in use, and those withdrawn since the euro came. The codes for tests
 * and for no currency at all (XTS, XXX) are left out: no amount is in them.
 */
export const currencies: readonly Currency[] = [
  ...words(money).map((code) => ({ code })),
  ...words(funds).map((code) => ({ code, kind: 'fund' as const })),
  ...words(metals).map((code) => ({ code, kind: 'metal' as const })),
  ...withdrawals
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [year, ...codes] = words(line);
      return codes.map((code) => ({ code, withdrawn: Number(year) }));
    }),
].toSorted((a, b) => (a.code < b.code ? -1 : 1));
