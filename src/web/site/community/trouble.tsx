/** When somebody is a trouble: not meeting them any more, and telling the business. */
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { call, queryClient } from '../../api.ts'
import { Button } from '../../kit/button.tsx'
import { ConfirmModal } from '../../kit/confirm.tsx'
import { Dialog } from '../../kit/dialog.tsx'
import { Form, FormField, invalid } from '../../kit/form.tsx'
import { toast } from '../../kit/toasts.tsx'
import type { Person } from './people.tsx'

const reasons = [
  { value: 'SPAM', label: 'Advertising or spam' },
  { value: 'HARASSMENT', label: 'Harassment or hate' },
  { value: 'IMPERSONATION', label: 'Pretends to be somebody else' },
  { value: 'OTHER', label: 'Something else' },
] as const

export function MoreAbout({ person }: { person: Person }) {
  const [asked, setAsked] = useState<'block' | 'report'>()
  const navigate = useNavigate()
  const { nickname } = person.profile
  const close = () => setAsked(undefined)
  return (
    <>
      <Button variant="default" onClick={() => setAsked('report')}>
        Report<span className="sr"> {nickname}</span>
      </Button>
      <Button variant="default" onClick={() => setAsked('block')}>
        Block<span className="sr"> {nickname}</span>
      </Button>
      {asked === 'report' ? <Report person={person} onClose={close} /> : null}
      {asked === 'block' ? (
        <ConfirmModal
          title={`Block ${nickname}?`}
          verb={`Block ${nickname}`}
          keep="Leave it"
          onConfirm={async () => {
            await call('members.blockOtherMember', { body: { memberId: person.id } })
            await queryClient.invalidateQueries()
            toast(`You and ${nickname} no longer see each other`)
            await navigate({ to: '/members' })
          }}
          onClose={close}
        >
          <p>You no longer see each other here, and no longer follow each other. {nickname} is not told. You can lift the block under “My profile”.</p>
        </ConfirmModal>
      ) : null}
    </>
  )
}

function Report({ person, onClose }: { person: Person; onClose: () => void }) {
  const [category, setCategory] = useState<string>('SPAM'),
    [description, setDescription] = useState('')
  const { nickname } = person.profile
  const send = async () => {
    const text = description.trim()
    if (category === 'OTHER' && !text) invalid([{ field: 'description', description: 'say in a sentence what is wrong' }])
    await call('community.reportMember', {
      body: { memberReport: { reportedMemberId: person.id, reason: { category: category as 'SPAM', ...(text ? { description: text } : {}) } } },
    })
    toast('Thank you. We look at it; nobody is told that it was you.')
    onClose()
  }
  return (
    <Dialog title={`Report ${nickname}`} onClose={onClose}>
      <Form
        label={`Report ${nickname}`}
        submit="Send the report"
        actions={
          <Button variant="default" onClick={onClose}>
            Leave it
          </Button>
        }
        onSubmit={send}
        explain={(error) =>
          error.code === 'PERMISSION_DENIED'
            ? 'You cannot report anybody at the moment.'
            : error.code === 'CANNOT_REPORT_BLOCKED_MEMBER'
              ? 'This member is blocked already.'
              : error.message
        }
      >
        <FormField name="category" label="What is wrong?" type="select" required value={category} onChange={setCategory} options={reasons} />
        <FormField
          name="description"
          label="In your words"
          type="textarea"
          required={category === 'OTHER'}
          maxLength={1000}
          value={description}
          onChange={setDescription}
        />
      </Form>
    </Dialog>
  )
}
