/** Every email that the site sends, by what it is about; one opens beside the list. */
import { useApiQuery } from '#web/api.ts'
import { SearchBox } from '../parts/list-tools.tsx'
import { Row, StateTag } from '../parts/list.tsx'
import { List, Section } from '../parts/page.tsx'
import { NoResults, QueryView } from '../parts/query-view.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { emailsSearch } from '../search-params.ts'
import { TemplatePanel } from './template-panel.tsx'
import { templateGroups } from '../parts/template-names.ts'

export function Templates() {
  const [url, setUrl] = useSearchState(emailsSearch)
  const found = useApiQuery('emailTemplates.listEmailTemplates')
  const wanted = url.q?.toLowerCase() ?? ''
  return (
    <>
      <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search templates" placeholder="Name or subject" />
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
          if (groups.length === 0) return <NoResults what="templates" onClear={() => setUrl({ q: undefined })} />
          return groups.map(({ title, rows }) => (
            <Section key={title} title={title}>
              <List label={title}>
                {rows.map((row) => (
                  <Row
                    key={row.template}
                    title={row.name}
                    sub={row.subject.replaceAll(/\{\{(\w+)\}\}/g, '…').replaceAll(/\[\[|\]\]/g, '')}
                    facts={
                      <>
                        {row.ownLanguages.length > 0 && <StateTag tone="good">Your wording</StateTag>}
                        <span>{row.to === 'client' ? 'To clients' : 'To you and your team'}</span>
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
