/**
 * Small charts of our own: bars and lines as SVG that grows with its place. The picture is for the eye; every figure stands in the
 * table behind the same switch, and goes home as CSV.
 */
import { SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useId, useState } from 'react'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import css from './chart.module.css'
import { ExportButton } from './export.tsx'
import { Section } from './page.tsx'
import { Table } from './table.tsx'
import { splitAtGaps } from './gaps.ts'
import { computeTicks } from './ticks.ts'

const messages = defineDashboardMessages(
  {
    nothing: 'Nothing to show for this period yet.',
    views: (title: string) => `${title}: chart or table`,
    chart: 'Chart',
    table: 'Table',
    heard: (title: string, label: string, figures: string) => `${title}. ${label}: ${figures}. All figures are in the table.`,
  },
  {
    de: {
      nothing: 'Für diesen Zeitraum gibt es noch nichts.',
      views: (title) => `${title}: Diagramm oder Tabelle`,
      chart: 'Diagramm',
      table: 'Tabelle',
      heard: (title, label, figures) => `${title}. ${label}: ${figures}. Alle Zahlen stehen in der Tabelle.`,
    },
  },
)
const words = currentMessages(messages)

export interface Series {
  name: string
  /** Which of the five marks of the kit it wears. */
  mark: 1 | 2 | 3 | 4 | 5
  /** One figure per label; below zero it hangs from the line. Null: there is nothing to measure, and a line is interrupted. */
  values: (number | null)[]
}
export interface ChartData {
  labels: string[]
  series: Series[]
  /** Formats a value for the axis, the tooltip and the table. */
  format: (value: number) => string
}

/** In pixels: the chart is drawn for its actual width, so that text keeps its size. */
const size = { height: 250, left: 66, right: 8, top: 10, bottom: 28, label: 62 }

/** Counts, and sums without cents: an axis with halves would be read as such. */
const isWhole = (series: readonly Series[]): boolean => series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)))

function ChartAxes({
  data,
  min,
  max,
  children,
}: {
  data: ChartData
  min: number
  max: number
  children: (scale: { x: (at: number) => number; y: (value: number) => number; band: number }) => React.ReactNode
}) {
  const { ref, width: measured } = useElementSize()
  const width = Math.max(240, measured)
  const ticks = computeTicks(Math.min(0, min), Math.max(max, min < 0 ? 0 : 1), isWhole(data.series))
  const [low, high] = [ticks[0] ?? 0, ticks.at(-1) ?? 1]
  const inner = width - size.left - size.right
  const band = inner / Math.max(1, data.labels.length)
  const x = (at: number) => size.left + band * at
  const y = (value: number) => size.top + (1 - (value - low) / (high - low)) * (size.height - size.top - size.bottom)
  const every = Math.max(1, Math.ceil(size.label / band))
  return (
    <div ref={ref} className={css.place}>
      <svg width={width} height={size.height} className={css.svg} aria-hidden="true" focusable="false">
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={tick === 0 ? css.zero : css.grid} x1={size.left} x2={width - size.right} y1={y(tick)} y2={y(tick)} />
            <text className={css.tick} x={size.left - 10} y={y(tick) + 4} textAnchor="end">
              {data.format(tick)}
            </text>
          </g>
        ))}
        {data.labels.map((label, at) =>
          (data.labels.length - 1 - at) % every === 0 ? (
            <text key={label} className={css.tick} x={x(at) + band / 2} y={size.height - 8} textAnchor="middle">
              {label}
            </text>
          ) : null,
        )}
        {children({ x, y, band })}
      </svg>
    </div>
  )
}

/** Stacked series; negative values are stacked below zero. */
function Bars({ data }: { data: ChartData }) {
  const total = (at: number, sign: 1 | -1) => data.series.reduce((sum, { values }) => sum + Math.max(0, (values[at] ?? 0) * sign), 0)
  const max = Math.max(0, ...data.labels.map((_, at) => total(at, 1)))
  const min = -Math.max(0, ...data.labels.map((_, at) => total(at, -1)))
  return (
    <ChartAxes data={data} min={min} max={max}>
      {({ x, y, band }) =>
        data.labels.map((label, at) => {
          let [up, down] = [0, 0]
          const width = Math.min(46, band * 0.62)
          return (
            <g key={label}>
              {data.series.map(({ name, mark, values }) => {
                const value = values[at] ?? 0
                const from = value >= 0 ? up : down
                if (value >= 0) up += value
                else down += value
                const [top, bottom] = [y(Math.max(from, from + value)), y(Math.min(from, from + value))]
                return value === 0 ? null : (
                  <rect
                    key={name}
                    data-mark={mark}
                    className={css.mark}
                    x={x(at) + (band - width) / 2}
                    y={top}
                    width={width}
                    height={Math.max(1, bottom - top)}
                    rx={2}
                  >
                    <title>{`${label}, ${name}: ${data.format(value)}`}</title>
                  </rect>
                )
              })}
            </g>
          )
        })
      }
    </ChartAxes>
  )
}

function Lines({ data }: { data: ChartData }) {
  const all = data.series.flatMap(({ values }) => values.map((value) => value ?? 0))
  return (
    <ChartAxes data={data} min={Math.min(0, ...all)} max={Math.max(0, ...all)}>
      {({ x, y, band }) =>
        data.series.map(({ name, mark, values }) => (
          <g key={name} data-mark={mark} className={css.line}>
            {splitAtGaps(values).map((run) => (
              <polyline key={run[0]?.at} points={run.map(({ at, value }) => `${x(at) + band / 2},${y(value)}`).join(' ')} />
            ))}
            {splitAtGaps(values)
              .flat()
              .map(({ at, value }) => (
                <circle key={data.labels[at]} cx={x(at) + band / 2} cy={y(value)} r={4}>
                  <title>{`${data.labels[at]}, ${name}: ${data.format(value)}`}</title>
                </circle>
              ))}
          </g>
        ))
      }
    </ChartAxes>
  )
}

/** One series as bars that lie under each other, each as long as its share of the greatest. */
function Shares({ data: { labels, series, format } }: { data: ChartData }) {
  const values = (series[0]?.values ?? []).map((value) => value ?? 0)
  const max = Math.max(1e-9, ...values)
  return (
    <ul className={css.shares} aria-hidden>
      {labels.map((label, at) => (
        <li key={label}>
          <span>{label}</span>
          <span>{format(values[at] ?? 0)}</span>
          <i style={{ width: `${Math.max(0, ((values[at] ?? 0) / max) * 100)}%` }} />
        </li>
      ))}
    </ul>
  )
}
const drawings = { bars: Bars, lines: Lines, shares: Shares }

/** A chart with its title, table and CSV export. `rows` are the values of the export; the table formats them. */
export function Chart({
  title,
  about,
  kind,
  data,
  first,
  file,
  rows,
  empty = words.nothing,
}: {
  title: string
  about?: string
  kind: keyof typeof drawings
  data: ChartData
  /** The heading of the labels: "Month". */
  first: string
  file: string
  /** Exact figures for the file, one row per label, when the drawn ones are rounded. */
  rows?: (string | number)[][]
  /** What will be here. */
  empty?: string
}) {
  const t = useMessages(messages)
  const Drawing = drawings[kind]
  const [view, setView] = useState('chart')
  const id = useId()
  // An axis from 0 to 1 would measure nothing.
  const isEmpty = data.series.every(({ values }) => values.every((value) => !value))
  const formatFigure = (value: number | null | undefined) => (value === null ? '–' : data.format(value ?? 0))
  const summary = data.series.map(({ name, values }) => `${name} ${formatFigure(values.at(-1))}`).join(', ')
  return (
    <Section
      title={title}
      {...(about ? { about } : {})}
      action={
        <SegmentedControl
          size="sm"
          className={css.views}
          aria-label={t.views(title)}
          value={view}
          onChange={setView}
          data={[
            { value: 'chart', label: t.chart },
            { value: 'table', label: t.table },
          ]}
        />
      }
    >
      {isEmpty && view === 'chart' ? (
        <p className={css.empty}>{empty}</p>
      ) : view === 'chart' ? (
        <figure className={css.figure} aria-labelledby={id}>
          <Drawing data={data} />
          <figcaption id={id} className={css.legend}>
            <span className={css.heard}>{t.heard(title, data.labels.at(-1) ?? '', summary)}</span>
            {(kind === 'shares' ? [] : data.series).map(({ name, mark }) => (
              <span key={name} aria-hidden>
                <i data-mark={mark} className={css.swatch} />
                {name}
              </span>
            ))}
          </figcaption>
        </figure>
      ) : (
        <Table
          caption={title}
          columns={[{ title: first }, ...data.series.map(({ name }) => ({ title: name, figure: true }))]}
          rows={data.labels.map((label, at) => ({ key: label, cells: [label, ...data.series.map(({ values }) => formatFigure(values[at]))] }))}
        />
      )}
      <div className={css.foot}>
        <ExportButton
          table={{
            file,
            head: [first, ...data.series.map(({ name }) => name)],
            rows: rows ?? data.labels.map((label, at) => [label, ...data.series.map(({ values }) => values[at] ?? (values[at] === null ? '' : 0))]),
          }}
        />
      </div>
    </Section>
  )
}
