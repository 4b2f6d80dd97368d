/** Percentages as each language writes them: "7.25%", "7,25 %". Safe in the browser. */

/** `percent`: 19 or "19.00" for 19 %, with up to `digits` decimals; `language` as a BCP 47 tag. */
export const formatPercent = (percent: number | string, language: string, digits = 4): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits }).format(Number(percent) / 100)
