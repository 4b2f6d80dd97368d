import { Alert, Group, SegmentedControl, Skeleton } from '@mantine/core'
import { IconMail } from '@tabler/icons-react'
import { useState } from 'react'
import { useAsk } from '#web/api.ts'
import { keep } from '../ask.ts'
import { useSite } from '../business.tsx'
import { Answered, Empty, Failed, FilteredEmpty } from '../parts/answers.tsx'
import { Initials } from '../parts/initials.tsx'
import { Pager, Row, SearchBox, State } from '../parts/list.tsx'
import { Facts, List, Page } from '../parts/page.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useUrl } from '../parts/url.ts'
import { letterState, when } from '../parts/words.ts'
import css from './messages.module.css'

const size = 25

/** Every letter that left the house, or tried to, just as the person got it. */
export function MessagesScreen() {
  const site = useSite()
  const [url, setUrl] = useUrl<{ q?: string; page?: number; open?: string }>()
  const page = url.page ?? 1
  const found = useAsk('house.listMessages', { query: { to: url.q, limit: size, offset: (page - 1) * size } }, keep)
  return (
    <Page title="Messages" about="Every e-mail to members and clients, with what became of it.">
      <Group mb="md">
        <SearchBox value={url.q ?? ''} onChange={(q) => setUrl({ q })} label="Search messages by recipient" placeholder="E-mail of the recipient" />
      </Group>
      <Answered ask={found}>
        {(data) =>
          data.messages.length === 0 ? (
            url.q ? (
              <FilteredEmpty what="messages" onClear={() => setUrl({ q: undefined })} />
            ) : (
              <Empty icon={<IconMail size={26} />} title="No messages yet">
                Confirmations, reminders and sign-in letters appear here.
              </Empty>
            )
          ) : (
            <>
              <List label="Messages">
                {data.messages.map((letter) => {
                  const [word, tone] = letterState(letter.state)
                  return (
                    <Row
                      key={letter.id}
                      lead={<Initials name={letter.to} />}
                      title={letter.subject || letter.template}
                      sub={letter.to}
                      facts={
                        <>
                          <State tone={tone}>{word}</State>
                          <span>{when(letter.createdDate, site)}</span>
                        </>
                      }
                      onOpen={() => setUrl({ open: letter.id }, { push: true })}
                    />
                  )
                })}
              </List>
              <Pager page={page} pages={Math.ceil(data.total / size)} total={data.total} what="messages" onPage={(next) => setUrl({ page: next })} />
            </>
          )
        }
      </Answered>
      <LetterPanel id={url.open} onClose={() => setUrl({ open: undefined })} />
    </Page>
  )
}

function LetterPanel({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const site = useSite()
  const [as, setAs] = useState('page')
  const found = useAsk('house.getMessage', { params: { id: id ?? '' } }, { enabled: Boolean(id) })
  const letter = found.data?.message
  return (
    <SidePanel open={Boolean(id)} onClose={onClose} size={640} title={letter?.subject ?? 'Message'}>
      {found.error ? (
        <Failed error={found.error} retry={() => void found.refetch()} />
      ) : !found.data || !letter ? (
        <Skeleton height={420} radius="md" />
      ) : (
        <>
          {letter.error && (
            <Alert color="red" title="Not delivered" mb="md">
              {letter.error}
            </Alert>
          )}
          <Facts
            items={[
              ['To', letter.to],
              [
                'State',
                <State key="state" tone={letterState(letter.state)[1]}>
                  {letterState(letter.state)[0]}
                </State>,
              ],
              ['Written', when(letter.createdDate, site)],
            ]}
          />
          <SegmentedControl
            my="md"
            aria-label="Show as"
            value={as}
            onChange={setAs}
            data={[
              { value: 'page', label: 'As seen' },
              { value: 'text', label: 'Plain text' },
            ]}
          />
          {as === 'page' ? (
            <iframe className={css.letter} title="The message as the recipient sees it" sandbox="" srcDoc={found.data.html} />
          ) : (
            <pre className={css.text}>{found.data.text}</pre>
          )}
        </>
      )}
    </SidePanel>
  )
}
