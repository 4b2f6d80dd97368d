/** Permissions by area: none, view, or manage. Without `onChange` they are read. */
import { IconCheck } from '@tabler/icons-react'
import { areas, type Level } from '#domains/collaborators/rules/rights.ts'
import css from './settings.module.css'

const columns: readonly [Level, string][] = [
  ['none', 'None'],
  ['see', 'View'],
  ['manage', 'Manage'],
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
  return (
    <table className={css.matrix}>
      <thead>
        <tr>
          <th scope="col">Area</th>
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
              {area.label}
              <span>{area.about}</span>
            </th>
            {columns.map(([level, label]) => (
              <td key={level}>
                {level === 'see' && area.see.length === 0 ? null : !onChange ? (
                  <ReadLevel isChosen={(levels[area.id] ?? 'none') === level} label={`${area.label}: ${label}`} />
                ) : (
                  <label>
                    <input
                      type="radio"
                      name={`${name}-${area.id}`}
                      aria-label={`${area.label}: ${label}`}
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
