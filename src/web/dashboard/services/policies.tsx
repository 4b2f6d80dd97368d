/** Booking rules as sentences: which are the default, which services follow them, and what becomes of those when rules go. */
import { Button, MultiSelect, Text } from '@mantine/core'
import { IconListCheck, IconPencil, IconRosetteDiscountCheck, IconTrash } from '@tabler/icons-react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { useMessages } from '#web/kit/messages.ts'
import { Allowed } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import { useSite } from '../business.tsx'
import type { BookingPolicy, Service } from '../entities.ts'
import { QueryView, CardSkeletons, EmptyState } from '../parts/query-view.tsx'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { StateTag } from '../parts/list.tsx'
import { Cards, Section } from '../parts/page.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { formatPrice } from '../parts/format-times.ts'
import { servicesSearch } from '../search-params.ts'
import { toPolicyForm } from './forms/policy-form.ts'
import { policySentences } from './forms/policy-sentences.ts'
import { PolicyEditor } from './policy-editor.tsx'
import css from './services.module.css'
import { messages } from './policies.messages.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

export function Policies({ services }: { services: readonly Service[] }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const [url, setUrl] = useSearchState(servicesSearch)
  const found = useApiQuery('services.queryBookingPolicies', { body: { query: { cursorPaging: { limit: 100 } } } })
  const list = found.data?.bookingPolicies ?? []
  const editing = url.edit === 'new' ? ('new' as const) : list.find((one) => one.id === url.edit)
  const servicesUsing = (policy: BookingPolicy) => services.filter((service) => service.bookingPolicy.id === policy.id)
  return (
    <>
      <QueryView query={found} loading={<CardSkeletons cards={2} height={240} />}>
        {() =>
          list.length === 0 ? (
            <EmptyState
              title={t.none}
              action={
                <Allowed operation="services.createBookingPolicy">
                  <Button onClick={() => setUrl({ edit: 'new' }, { push: true })}>{w.newPolicy}</Button>
                </Allowed>
              }
            >
              {t.noneAbout}
            </EmptyState>
          ) : (
            <Section title={w.policies} about={t.about}>
              <Cards label={w.policies}>
                {list.map((policy) => (
                  <li key={policy.id}>
                    <PolicyCard
                      policy={policy}
                      services={servicesUsing(policy)}
                      all={services}
                      fallback={list.find((one) => one.default)?.name ?? ''}
                      onEdit={() => setUrl({ edit: policy.id ?? undefined }, { push: true })}
                    />
                  </li>
                ))}
              </Cards>
            </Section>
          )
        }
      </QueryView>
      <PolicyEditor
        policy={editing}
        services={editing && editing !== 'new' ? servicesUsing(editing).map((service) => service.name) : []}
        onClose={() => setUrl({ edit: undefined })}
      />
    </>
  )
}

/** Asks for services and gives them this policy. */
function usePolicyAssignment({ name, all, id }: { name: string; all: readonly Service[]; id: string }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const openConfirm = useConfirm()
  const assign = useApiMutation('services.bulkUpdateServices')
  const assignServices = () => {
    let chosen: string[] = []
    openConfirm({
      title: t.applyTitle(name),
      confirmLabel: t.applyPolicy,
      description: t.applyAbout,
      content: (
        <MultiSelect
          size="md"
          label={w.services}
          onChange={(value) => {
            chosen = value
          }}
          data={all.filter((service) => service.bookingPolicy.id !== id).map((service) => ({ value: service.id, label: service.name }))}
          comboboxProps={{ zIndex: 400 }}
        />
      ),
      onConfirm: async () => {
        if (chosen.length === 0) throw new Error(t.selectOne)
        const { results } = await assign.mutateAsync({
          body: {
            services: all
              .filter((service) => chosen.includes(service.id))
              .map(({ id: serviceId, revision }) => ({ service: { id: serviceId, revision, bookingPolicy: { id } } })),
          },
        })
        const refused = results.filter((one) => !one.itemMetadata.success)
        if (refused.length > 0) throw new Error(t.notUpdated(refused.map((one) => all.find((service) => service.id === one.itemMetadata.id)?.name).join(', ')))
        toast(t.applied(chosen.length))
      },
    })
  }
  return assignServices
}

function PolicyCard({
  policy,
  services,
  all,
  fallback,
  onEdit,
}: {
  policy: BookingPolicy
  services: readonly Service[]
  all: readonly Service[]
  fallback: string
  onEdit: () => void
}) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const site = useSite()
  const openConfirm = useConfirm()
  const makeDefault = useApiMutation('services.setDefaultBookingPolicy')
  const remove = useApiMutation('services.deleteBookingPolicy')
  const id = policy.id ?? ''
  const name = policy.name ?? t.unnamedPolicy
  const assignServices = usePolicyAssignment({ name, all, id })
  return (
    <article className={css.card}>
      <div className={css.head}>
        <h3>
          <button type="button" onClick={onEdit}>
            {name}
          </button>
        </h3>
        <CardMenu
          of={name}
          actions={[
            { label: commonWords.edit, operation: 'services.updateBookingPolicy', icon: IconPencil, run: onEdit },
            services.length < all.length ? { label: t.apply, operation: 'services.bulkUpdateServices', icon: IconListCheck, run: assignServices } : undefined,
            policy.default
              ? undefined
              : {
                  label: t.makeDefault,
                  operation: 'services.setDefaultBookingPolicy',
                  icon: IconRosetteDiscountCheck,
                  run: () => void makeDefault.mutateAsync({ params: { id } }).then(() => toast(t.nowDefault(name)), toastError),
                },
            policy.default
              ? undefined
              : {
                  label: commonWords.delete,
                  operation: 'services.deleteBookingPolicy',
                  icon: IconTrash,
                  danger: true,
                  run: () =>
                    openConfirm({
                      title: w.askDelete(name),
                      danger: true,
                      confirmLabel: t.deletePolicy,
                      cancelLabel: commonWords.cancel,
                      successMessage: w.wasDeleted(name),
                      description: services.length === 0 ? t.deleteUnused : t.deleteUsed(services.map((service) => service.name).join(', '), fallback),
                      onConfirm: () => remove.mutateAsync({ params: { id } }),
                    }),
                },
          ]}
        />
      </div>
      {policy.default && (
        <div>
          <StateTag tone="good">{t.isDefault}</StateTag>
        </div>
      )}
      <ul className={css.sentences} style={{ marginTop: 12 }}>
        {policySentences(toPolicyForm(policy), (value) => formatPrice({ value, currency: site.currency }, site)).map(({ about, text }) => (
          <li key={about}>{text}</li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="auto" pt="md">
        {services.length === 0 ? w.notUsed : t.usedBy(services.map((service) => service.name).join(', '))}
      </Text>
    </article>
  )
}
