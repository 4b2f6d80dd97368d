/** Permissions by area: none, view, or manage. Without `onChange` they are read. */
import { IconCheck } from '@tabler/icons-react'
import { areas, type Level } from '#domains/collaborators/rules/rights.ts'
import { currentMessages, defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { nameArea } from './rights-texts.ts'
import css from './settings.module.css'

const messages = defineDashboardMessages(
  {
    none: 'None',
    see: 'View',
    manage: 'Manage',
    area: 'Area',
  },
  {
    de: {
      none: 'Nichts',
      see: 'Ansehen',
      manage: 'Verwalten',
      area: 'Bereich',
    },
  },
)
const text = currentMessages(messages)

const columns: readonly [Level, string][] = [
  ['none', text.none],
  ['see', text.see],
  ['manage', text.manage],
]
const ReadLevel = ({ isChosen, label }: { isChosen: boolean; label: string }) => (isChosen ? <IconCheck size={19} role="img" aria-label={label} /> : null)

export function RightsMatrix({
  levels,
  onChange,
  name,
}: {
  levels: Readonly<Record<string, Level>>
  onChange?: (levels: Record<string, Level>) => void
  name: string
}) {
  const t = useMessages(messages)
  return (
    <table className={css.matrix}>
      <thead>
        <tr>
          <th scope="col">{t.area}</th>
          {columns.map(([level, label]) => (
            <th key={level} scope="col">
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {areas.map((area) => (
          <tr key={area.id}>
            <th scope="row">
              {nameArea(area).label}
              <span>{nameArea(area).about}</span>
            </th>
            {columns.map(([level, label]) => (
              <td key={level}>
                {level === 'see' && area.see.length === 0 ? null : !onChange ? (
                  <ReadLevel isChosen={(levels[area.id] ?? 'none') === level} label={`${nameArea(area).label}: ${label}`} />
                ) : (
                  <label>
                    <input
                      type="radio"
                      name={`${name}-${area.id}`}
                      aria-label={`${nameArea(area).label}: ${label}`}
                      checked={(levels[area.id] ?? 'none') === level}
                      onChange={() => onChange({ ...levels, [area.id]: level })}
                    />
                  </label>
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
