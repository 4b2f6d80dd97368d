/** Percentages as each language writes them: "7.25%", "7,25 %". Safe in the browser. */

const formats = new Map<string, Intl.NumberFormat>()

/** `percent`: 19 or "19.00" for 19 %, with up to `digits` decimals; `language` as a BCP 47 tag. */
export function formatPercent(percent: number | string, language: string, digits = 4): string {
  const key = `${language} ${digits}`
  const format = formats.get(key) ?? new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: digits })
  formats.set(key, format)
  return format.format(Number(percent) / 100)
}
