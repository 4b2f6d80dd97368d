/** Categories in the order of the site: add, rename, arrange, and delete after moving their services. */
import { Button, Group, Select, Text, TextInput } from '@mantine/core'
import { IconFolder, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState, type FormEvent } from 'react'
import { useApiQuery, useApiMutation } from '#web/api.ts'
import { toast } from '#web/kit/toasts.tsx'
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

const NONE = 'none'

interface CategoryRowProps extends Pick<MoveButtonsProps, 'onUp' | 'onDown'> {
  category: Category
  /** The services of this category. */
  inside: readonly Service[]
  onEdit: () => void
  onRemove: () => void
}
function CategoryRow({ category, inside, onEdit, onRemove, ...moves }: CategoryRowProps) {
  return (
    <Row
      title={category.name ?? 'Unnamed'}
      sub={inside.length === 0 ? 'No services' : inside.map((service) => service.name).join(' · ')}
      onOpen={onEdit}
      actions={
        <Group gap={0} wrap="nowrap">
          <MoveButtons operation="services.moveCategoryV2" name={category.name ?? 'the category'} {...moves} />
          <CardMenu
            of={category.name ?? 'the category'}
            actions={[
              { label: 'Rename', operation: 'services.updateCategoryV2', icon: IconPencil, run: onEdit },
              { label: 'Delete', operation: 'services.removeCategory', icon: IconTrash, danger: true, run: onRemove },
            ]}
          />
        </Group>
      }
    />
  )
}

export function Categories({ services }: { services: readonly Service[] }) {
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
      title: `Delete the category ${category.name}?`,
      danger: true,
      confirmLabel: 'Delete category',
      cancelLabel: 'Cancel',
      successMessage: `${category.name} deleted.`,
      description:
        inside.length === 0
          ? 'It has no services.'
          : `${inside.length === 1 ? '1 service uses' : `${inside.length} services use`} it: ${inside.map((one) => one.name).join(', ')}. They stay bookable on your site.`,
      content:
        inside.length > 0 && others.length > 0 ? (
          <Select
            size="md"
            label="Move services to"
            allowDeselect={false}
            defaultValue={NONE}
            onChange={(value) => {
              target = value === NONE ? null : value
            }}
            data={[{ value: NONE, label: 'No category' }, ...others.map((one) => ({ value: one.id, label: one.name ?? '' }))]}
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
              title="No categories yet"
              action={
                <Allowed operation="services.createCategoryV2">
                  <Button onClick={() => setUrl({ edit: 'new' })}>Add category</Button>
                </Allowed>
              }
            >
              Group your services on your site, for example by yoga, massage or courses.
            </EmptyState>
          ) : (
            <>
              <List label="Categories">
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
                Your site uses this order. Uncategorized services come last.
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
      toast(saved ? 'Saved.' : `${name.trim()} added.`)
      onClose()
    } catch {
      /* shown above the field */
    }
  }
  return (
    <SidePanel
      open={category !== undefined}
      onClose={onClose}
      title={saved ? `Rename ${saved.name}` : 'Add category'}
      footer={
        <Allowed operation="services.updateCategoryV2">
          <Button type="submit" form="category" size="md" loading={create.isPending || rename.isPending}>
            {saved ? 'Save' : 'Add category'}
          </Button>
        </Allowed>
      }
    >
      <form id="category" noValidate onSubmit={(event) => void save(event)}>
        <AllowedFields operation="services.updateCategoryV2">
          <SaveError error={create.error ?? rename.error} />
          <TextInput
            size="md"
            label="Name"
            required
            maxLength={100}
            value={name}
            error={missing && name.trim() === '' ? 'Enter a name.' : undefined}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        </AllowedFields>
      </form>
    </SidePanel>
  )
}
