/** Categories in the order of the site: add, rename, arrange, and delete after moving their services. */
import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { IconFolder, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
import { defineDashboardMessages, useMessages } from '#web/kit/messages.ts'
import { Allowed, AllowedFields } from '../permissions.tsx'
import { toastError } from '../api-helpers.ts'
import type { Category, Service } from '../entities.ts'
import { QueryView, EmptyState } from '../parts/query-view.tsx'
import { CardMenu } from '../parts/card-menu.tsx'
import { useConfirm } from '../parts/confirm.tsx'
import { SaveError } from '../parts/save-error.tsx'
import { Row } from '../parts/list.tsx'
import { List } from '../parts/page.tsx'
import { MoveButtons, type MoveButtonsProps } from '../parts/move-buttons.tsx'
import { SidePanel } from '../parts/side-panel.tsx'
import { useSearchState } from '../parts/search-state.ts'
import { servicesSearch } from '../search-params.ts'
import { words } from './words.messages.ts'
import { commonWords } from '../parts/common-words.ts'

const messages = defineDashboardMessages(
  {
    empty: 'No services',
    theCategory: 'the category',
    askDelete: (name: string) => `Delete the category ${name}?`,
    deleteCategory: 'Delete category',
    deleteEmpty: 'It has no services.',
    deleteUsed: (count: number, names: string) =>
      count === 1 ? `1 service uses it: ${names}. They stay bookable on your site.` : `${count} services use it: ${names}. They stay bookable on your site.`,
    moveTo: 'Move services to',
    none: 'No categories yet',
    noneAbout: 'Group your services on your site, for example by yoga, massage or courses.',
    order: 'Your site uses this order. Uncategorized services come last.',
  },
  {
    de: {
      empty: 'Keine Angebote',
      theCategory: 'die Kategorie',
      askDelete: (name) => `Kategorie „${name}“ löschen?`,
      deleteCategory: 'Kategorie löschen',
      deleteEmpty: 'Sie enthält keine Angebote.',
      deleteUsed: (count, names) =>
        count === 1
          ? `Sie enthält 1 Angebot: ${names}. Es bleibt auf deiner Website buchbar.`
          : `Sie enthält ${count} Angebote: ${names}. Sie bleiben auf deiner Website buchbar.`,
      moveTo: 'Angebote verschieben nach',
      none: 'Noch keine Kategorien',
      noneAbout: 'Ordne deine Angebote auf der Website, zum Beispiel nach Yoga, Massage oder Kursreihen.',
      order: 'In dieser Reihenfolge stehen sie auf deiner Website. Angebote ohne Kategorie kommen zuletzt.',
    },
  },
)

const NONE = 'none'

interface CategoryRowProps extends Pick<MoveButtonsProps, 'onUp' | 'onDown'> {
  category: Category
  /** The services of this category. */
  inside: readonly Service[]
  onEdit: () => void
  onRemove: () => void
}
function CategoryRow({ category, inside, onEdit, onRemove, ...moves }: CategoryRowProps) {
  const t = useMessages(messages)
  const w = useMessages(words)
  return (
    <Row
      title={category.name ?? w.unnamed}
      sub={inside.length === 0 ? t.empty : inside.map((service) => service.name).join(' · ')}
      onOpen={onEdit}
      actions={
        <Group gap={0} wrap="nowrap">
          <MoveButtons operation="services.moveCategoryV2" name={category.name ?? t.theCategory} {...moves} />
          <CardMenu
            of={category.name ?? t.theCategory}
            actions={[
              { label: w.rename, operation: 'services.updateCategoryV2', icon: IconPencil, run: onEdit },
              { label: commonWords.delete, operation: 'services.removeCategory', icon: IconTrash, danger: true, run: onRemove },
            ]}
          />
        </Group>
      }
    />
  )
}

export function Categories({ services }: { services: readonly Service[] }) {
  const t = useMessages(messages)
  const w = useMessages(words)
  const [url, setUrl] = useSearchState(servicesSearch)
  const found = useApiQuery('services.queryCategoriesV2', { query: { query: { cursorPaging: { limit: 100 } } } })
  const move = useApiMutation('services.moveCategoryV2')
  const remove = useApiMutation('services.removeCategory')
  const openConfirm = useConfirm()
  const list = found.data?.categories ?? []
  const editing = url.edit === 'new' ? ('new' as const) : list.find((one) => one.id === url.edit)
  const moveBy = (at: number, by: -1 | 1) => {
    const [one, after] = [list[at], list[by === 1 ? at + 1 : at - 2]]
    if (!one) return
    void move
      .mutateAsync({ params: { id: one.id }, body: after ? { position: 'AFTER_CATEGORY', afterCategoryId: after.id } : { position: 'FIRST' } })
      .catch(toastError)
  }
  const removeOne = (category: Category, inside: readonly Service[]) => {
    const others = list.filter((one) => one.id !== category.id)
    let target: string | null = null
    openConfirm({
      title: t.askDelete(category.name ?? w.unnamed),
      danger: true,
      confirmLabel: t.deleteCategory,
      cancelLabel: commonWords.cancel,
      successMessage: w.wasDeleted(category.name ?? w.unnamed),
      description: inside.length === 0 ? t.deleteEmpty : t.deleteUsed(inside.length, inside.map((one) => one.name).join(', ')),
      content:
        inside.length > 0 && others.length > 0 ? (
          <Select
            size="md"
            label={t.moveTo}
            allowDeselect={false}
            defaultValue={NONE}
            onChange={(value) => {
              target = value === NONE ? null : value
            }}
            data={[{ value: NONE, label: w.noCategory }, ...others.map((one) => ({ value: one.id, label: one.name ?? '' }))]}
            comboboxProps={{ zIndex: 400 }}
          />
        ) : undefined,
      onConfirm: () => remove.mutateAsync({ params: { id: category.id }, body: { moveServicesTo: target } }),
    })
  }
  return (
    <>
      <QueryView query={found}>
        {() =>
          list.length === 0 ? (
            <EmptyState
              icon={<IconFolder size={26} />}
              title={t.none}
              action={
                <Allowed operation="services.createCategoryV2">
                  <Button onClick={() => setUrl({ edit: 'new' }, { push: true })}>{w.addCategory}</Button>
                </Allowed>
              }
            >
              {t.noneAbout}
            </EmptyState>
          ) : (
            <>
              <List label={w.categories}>
                {list.map((category, at) => {
                  const inside = services.filter((service) => service.category?.id === category.id)
                  return (
                    <CategoryRow
                      key={category.id}
                      category={category}
                      inside={inside}
                      onEdit={() => setUrl({ edit: category.id }, { push: true })}
                      onRemove={() => removeOne(category, inside)}
                      onUp={at > 0 && !move.isPending ? () => moveBy(at, -1) : undefined}
                      onDown={at < list.length - 1 && !move.isPending ? () => moveBy(at, 1) : undefined}
                    />
                  )
                })}
              </List>
              <Text c="dimmed" size="sm" mt="sm">
                {t.order}
              </Text>
            </>
          )
        }
      </QueryView>
      <CategoryPanel key={url.edit ?? 'none'} category={editing} onClose={() => setUrl({ edit: undefined })} />
    </>
  )
}

function CategoryPanel({ category, onClose }: { category: Category | 'new' | undefined; onClose: () => void }) {
  const w = useMessages(words)
  const create = useApiMutation('services.createCategoryV2')
  const rename = useApiMutation('services.updateCategoryV2')
  const saved = category === 'new' ? undefined : category
  const [typed, setTyped] = useState<string>()
  const [missing, setMissing] = useState(false)
  const name = typed ?? saved?.name ?? ''
  const save = async (event: FormEvent) => {
    event.preventDefault()
    setMissing(name.trim() === '')
    if (name.trim() === '') return
    try {
      if (saved && name.trim() !== saved.name)
        await rename.mutateAsync({ params: { id: saved.id }, body: { category: { name: name.trim(), revision: saved.revision ?? '' } } })
      else if (!saved) await create.mutateAsync({ body: { category: { name: name.trim() } } })
      toast(saved ? commonWords.saved : w.wasAdded(name.trim()))
      onClose()
    } catch {
      /* shown above the field */
    }
  }
  return (
    <SidePanel
      open={category !== undefined}
      onClose={onClose}
      title={saved ? w.renameName(saved.name ?? '') : w.addCategory}
      footer={
        <Allowed operation="services.updateCategoryV2">
          <Button type="submit" form="category" size="md" loading={create.isPending || rename.isPending}>
            {saved ? commonWords.save : w.addCategory}
          </Button>
        </Allowed>
      }
    >
      <form id="category" noValidate onSubmit={(event) => void save(event)}>
        <AllowedFields operation="services.updateCategoryV2">
          <SaveError error={create.error ?? rename.error} />
          <TextInput
            size="md"
            label={commonWords.name}
            required
            maxLength={100}
            value={name}
            error={missing && name.trim() === '' ? w.enterName : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </AllowedFields>
      </form>
    </SidePanel>
  )
}
