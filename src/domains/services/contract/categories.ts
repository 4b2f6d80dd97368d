/** Categories of services, in the current and the older shape. Source: guide services-and-availability §12, contract operations (areas categories). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { CursorMetaWire, filterSchema, queryBody, QueryWire } from '#kit/query/wire.ts'
import { FreeObject, Guid, Maybe } from '#kit/api/wire.ts'
import { ById, Mask, everyone, owner } from './shapes.ts'

export const Category = Type.Object({
  id: Guid,
  name: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.Integer()),
  revision: Type.Optional(Type.String()),
  createdDate: Type.Optional(Type.String()),
  updatedDate: Type.Optional(Type.String()),
  extendedFields: Type.Optional(FreeObject),
})
export type Category = Static<typeof Category>
/** The older shape of a category. */
const PlainCategory = Type.Object({ id: Guid, name: Type.String(), sortOrder: Type.Integer(), status: Type.Enum(['CREATED', 'DELETED']) })
export type PlainCategory = Static<typeof PlainCategory>
const OneCategory = Type.Object({ category: Category })
const CategoryInput = Type.Object({
  name: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
  revision: Maybe(Type.String()),
  extendedFields: Maybe(FreeObject),
})
export type CategoryInput = Static<typeof CategoryInput>
const PlainCategoryInput = Type.Object({ name: Maybe(Type.String({ maxLength: 500 })) })
const CategoryPage = Type.Object({ categories: Type.Array(Category), pagingMetadata: CursorMetaWire })
export const categoriesApi = operations({
  createCategoryV2: {
    method: 'POST',
    path: '/v2/categories',
    summary: 'Create a category',
    access: owner,
    permission: 'BOOKINGS.CATEGORY_CREATE',
    body: Type.Object({ category: CategoryInput }),
    reply: OneCategory,
    refuses: ['CATEGORY_LIMIT_REACHED'],
  },
  getCategoryV2: {
    method: 'GET',
    path: '/v2/categories/{id}',
    summary: 'Get a category',
    access: everyone,
    permission: 'BOOKINGS.CATEGORY_READ',
    work: 'read',
    params: ById,
    reply: OneCategory,
    refuses: [],
  },
  updateCategoryV2: {
    method: 'PATCH',
    path: '/v2/categories/{id}',
    summary: 'Rename a category',
    access: owner,
    permission: 'BOOKINGS.CATEGORY_UPDATE',
    params: ById,
    body: Type.Object({ category: CategoryInput, fieldMask: Mask }),
    reply: OneCategory,
    refuses: ['REVISION_MISMATCH'],
  },
  deleteCategoryV2: {
    method: 'DELETE',
    path: '/v2/categories/{id}',
    summary: 'Delete a category; its services keep it',
    access: owner,
    permission: 'BOOKINGS.CATEGORY_DELETE',
    params: ById,
    reply: Type.Object({}),
    refuses: [],
  },
  queryCategoriesV2: {
    method: 'GET',
    path: '/v2/categories/query',
    summary: 'Query categories',
    access: everyone,
    permission: 'BOOKINGS.CATEGORY_READ',
    work: 'read',
    query: Type.Object({ query: Maybe(QueryWire) }),
    reply: CategoryPage,
    refuses: [],
  },
  queryCategoriesV2ByPost: {
    method: 'POST',
    path: '/v2/categories/query',
    summary: 'Query categories with a long filter',
    access: everyone,
    permission: 'BOOKINGS.CATEGORY_READ',
    work: 'read',
    body: queryBody({}),
    reply: CategoryPage,
    refuses: [],
  },
  countCategoriesV2: {
    method: 'POST',
    path: '/v2/categories/count',
    summary: 'Count categories',
    access: everyone,
    permission: 'BOOKINGS.CATEGORY_READ',
    work: 'read',
    body: Type.Object({ filter: filterSchema }),
    reply: Type.Object({ count: Type.Integer() }),
    refuses: [],
  },
  moveCategoryV2: {
    method: 'POST',
    path: '/v2/categories/set-position/{id}',
    summary: 'Move a category in the order',
    access: owner,
    permission: 'BOOKINGS.CATEGORY_MOVE',
    params: ById,
    body: Type.Object({ position: Type.Enum(['FIRST', 'LAST', 'AFTER_CATEGORY']), afterCategoryId: Maybe(Guid) }),
    reply: OneCategory,
    refuses: [],
  },
  removeCategory: {
    method: 'POST',
    path: '/api/categories/{id}/remove',
    summary: 'Delete a category and move its services to another one, or to none',
    access: owner,
    permission: 'BOOKINGS.CATEGORY_DELETE',
    internal: true,
    params: ById,
    body: Type.Object({ moveServicesTo: Maybe(Guid) }),
    reply: Type.Object({ movedServices: Type.Integer() }),
    refuses: ['REVISION_MISMATCH'],
  },
  listCategories: {
    method: 'GET',
    path: '/v1/categories',
    summary: 'List categories',
    access: everyone,
    permission: 'BOOKINGS.CATEGORIES_READ',
    work: 'read',
    query: Type.Object({ categoryIds: Type.Optional(Type.Union([Type.Array(Guid), Guid])), includeDeleted: Maybe(Type.Boolean()) }),
    reply: Type.Object({ categories: Type.Array(PlainCategory) }),
    refuses: [],
  },
  createCategory: {
    method: 'POST',
    path: '/v1/categories',
    summary: 'Create a category',
    access: owner,
    permission: 'BOOKINGS.MANAGE_CATEGORIES',
    body: Type.Object({ category: PlainCategoryInput }),
    reply: Type.Object({ category: PlainCategory }),
    refuses: ['CATEGORY_LIMIT_REACHED'],
  },
  updateCategory: {
    method: 'PUT',
    path: '/v1/categories/{id}',
    summary: 'Rename a category',
    access: owner,
    permission: 'BOOKINGS.MANAGE_CATEGORIES',
    params: ById,
    body: Type.Object({ category: PlainCategoryInput }),
    reply: Type.Object({ category: PlainCategory }),
    refuses: [],
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/v1/categories/{id}',
    summary: 'Delete a category, and its services on request',
    access: owner,
    permission: 'BOOKINGS.MANAGE_CATEGORIES',
    params: ById,
    query: Type.Object({ deleteServices: Maybe(Type.Boolean()) }),
    reply: Type.Object({ id: Guid }),
    refuses: [],
  },
})
