/** Whether members see each other, and which addresses of pages are kept. */
import { Button, Select, Stack, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { describeError, toastError } from '../api-helpers.ts'
import { useConfirm } from '../parts/confirm.tsx'
import { QueryView, CardSkeletons } from '../parts/query-view.tsx'
import { Card, Section } from '../parts/page.tsx'

type Visibility = 'NO_ONE' | 'VISIBLE_TO_ALL' | 'VISIBLE_TO_MEMBERS_ONLY'
const visibilities: { value: Visibility; label: string }[] = [
  { value: 'VISIBLE_TO_MEMBERS_ONLY', label: 'Signed-in members' },
  { value: 'VISIBLE_TO_ALL', label: 'Everyone, including search engines' },
  { value: 'NO_ONE', label: 'No one (all profiles are private)' },
]
export function Privacy() {
  const settings = useApiQuery('members.getMemberPrivacySettings')
  const first = useApiQuery('members.getDefaultPrivacyStatus')
  const set = useApiMutation('members.setMemberPrivacySettings')
  const setFirst = useApiMutation('members.setDefaultPrivacyStatus')
  const openConfirm = useConfirm()
  const now = settings.data?.memberPrivacySettings
  const who = now?.publicMemberCandidates === 'NO_ONE' ? 'NO_ONE' : now?.publicMemberVisibility
  const change = (to: Visibility) => {
    if (!now) return
    const body = {
      memberPrivacySettings: {
        ...(to === 'NO_ONE' ? { publicMemberCandidates: to } : { publicMemberCandidates: 'ANYONE' as const, publicMemberVisibility: to }),
        revision: now.revision,
      },
    }
    const run = async () => {
      // New members can't begin with a public profile where no member may have one.
      if (to === 'NO_ONE' && first.data?.defaultPrivacy.defaultPrivacy === 'PUBLIC')
        await setFirst.mutateAsync({
          body: { defaultPrivacy: { defaultPrivacy: 'PRIVATE', revision: first.data.defaultPrivacy.revision } },
        })
      const fresh = (await settings.refetch()).data?.memberPrivacySettings.revision
      await set.mutateAsync({ body: { memberPrivacySettings: { ...body.memberPrivacySettings, revision: fresh ?? body.memberPrivacySettings.revision } } })
    }
    if (to === 'NO_ONE')
      openConfirm({
        title: 'Make all profiles private?',
        description: 'All public profiles become private and followers are removed. Switching back doesn’t make them public again; each member decides.',
        confirmLabel: 'Make all private',
        cancelLabel: 'Cancel',
        danger: true,
        successMessage: 'All profiles are now private.',
        onConfirm: run,
      })
    else void run().then(() => toast('Saved.'), toastError)
  }
  return (
    <Section title="Profile privacy" about="Email, phone and bookings are never shown to other members.">
      <QueryView query={settings} loading={<CardSkeletons cards={1} height={150} />}>
        {() => (
          <Card>
            <Stack maw={460}>
              <Select
                size="md"
                label="Public profiles are visible to"
                allowDeselect={false}
                disabled={set.isPending}
                data={visibilities}
                value={visibilities.find(({ value }) => value === who)?.value ?? null}
                onChange={(value) => value && change(value)}
              />
              {who === 'NO_ONE' ? null : (
                <Select
                  size="md"
                  label="New members start with"
                  description="Doesn’t change existing members."
                  allowDeselect={false}
                  disabled={setFirst.isPending}
                  data={[
                    { value: 'PRIVATE', label: 'A private profile' },
                    { value: 'PUBLIC', label: 'A public profile' },
                  ]}
                  value={first.data?.defaultPrivacy.defaultPrivacy ?? null}
                  onChange={(value) =>
                    value &&
                    first.data &&
                    void setFirst
                      .mutateAsync({
                        body: { defaultPrivacy: { defaultPrivacy: value, revision: first.data.defaultPrivacy.revision } },
                      })
                      .then(() => toast('Saved.'), toastError)
                  }
                />
              )}
            </Stack>
          </Card>
        )}
      </QueryView>
    </Section>
  )
}

/** Addresses of pages that members can't choose. */
export function ReservedSlugs() {
  const reserved = useApiQuery('members.getReservedSlugs')
  return (
    <Section title="Reserved URLs" about="Words that members can’t use in their profile URL, such as the name of your business. Existing URLs aren’t affected.">
      <QueryView query={reserved} loading={<CardSkeletons cards={1} height={110} />}>
        {({ words }) => <ReservedSlugsForm key={words.join()} words={words} />}
      </QueryView>
    </Section>
  )
}
function ReservedSlugsForm({ words }: { words: readonly string[] }) {
  const [text, setText] = useState(words.join(', '))
  const set = useApiMutation('members.setReservedSlugs')
  const save = async (event: FormEvent) => {
    event.preventDefault()
    const saved = await set.mutateAsync({ body: { words: text.split(/[\s,;]+/).filter(Boolean) } }).catch(() => undefined)
    if (saved) toast('Saved.')
  }
  return (
    <Card>
      <form onSubmit={(event) => void save(event)}>
        <Stack maw={460}>
          <Textarea
            size="md"
            label="Words"
            description="Separate words with commas. Letters, digits, dots, dashes and underscores only."
            autosize
            minRows={2}
            value={text}
            error={set.error ? describeError(set.error) : undefined}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Button type="submit" variant="light" size="md" loading={set.isPending} style={{ alignSelf: 'flex-start' }}>
            Save
          </Button>
        </Stack>
      </form>
    </Card>
  )
}
