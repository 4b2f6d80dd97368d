/** Every email that the site sends, by what it is about; one opens beside the list. */
import { useApiQuery } from '#web/api.ts'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { SearchBox } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { NoResults, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailsSearch } from '../search-params.ts'
import { TemplatePanel } from './template-panel.tsx'
import { templateGroups, variableLabel } from '../parts/template-names.ts'

const messages = defineDashboardMessages(
  {
    search: 'Search templates',
    searchBy: 'Name or subject',
    what: { one: 'template', many: 'templates' },
    ownWording: 'Your wording',
    toClients: 'To clients',
    toTeam: 'To you and your team',
  },
  {
    de: {
      search: 'Vorlagen suchen',
      searchBy: 'Name oder Betreff',
      what: { one: 'Vorlage', many: 'Vorlagen' },
      ownWording: 'Dein Text',
      toClients: 'An Kunden',
      toTeam: 'An dich und dein Team',
    },
  },
)

/** `Confirmed: {{serviceName}}` as `Confirmed: [Service name]`. */
const describeSubject = (subject: string): string =>
  subject.replaceAll(/\[\[|\]\]/g, '').replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => `[${variableLabel(name)}]`)

export function Templates() {
  const t = useMessages(messages)
  const [url, setUrl] = useSearchState(emailsSearch)
  const found = useApiQuery('emailTemplates.listEmailTemplates')
  const wanted = url.q?.toLowerCase() ?? ''
  return (
    <>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label={t.search} placeholder={t.searchBy} />
      <QueryView query={found}>
        {({ templates }) => {
          const groups = templateGroups
            .map(({ title, templates: names }) => ({
              title,
              rows: templates.flatMap((one) => {
                const about = names[one.template]
                return about && `${about.name} ${one.subject}`.toLowerCase().includes(wanted) ? [{ ...one, ...about }] : []
              }),
            }))
            .filter(({ rows }) => rows.length > 0)
          if (groups.length === 0) return <NoResults what={t.what} onClear={() => setUrl({ q: undefined })} />
          return groups.map(({ title, rows }) => (
            <Section key={title} title={title}>
              <List label={title}>
                {rows.map((row) => (
                  <Row
                    key={row.template}
                    title={row.name}
                    sub={describeSubject(row.subject)}
                    facts={
                      <>
                        {row.ownLanguages.length > 0 && <StateTag tone="good">{t.ownWording}</StateTag>}
                        <span>{row.to === 'client' ? t.toClients : t.toTeam}</span>
                      </>
                    }
                    onOpen={() => setUrl({ edit: row.template }, { push: true })}
                  />
                ))}
              </List>
            </Section>
          ))
        }}
      </QueryView>
      {url.edit && <TemplatePanel template={url.edit} onClose={() => setUrl({ edit: undefined })} />}
    </>
  )
}
