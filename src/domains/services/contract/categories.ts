/** Categories of services, in the current and the older shape. Source: guide services-and-availability 12, contract operations (areas categories). */
import { Type, type Static } from 'typebox'
import { operations } from '#kit/contract.ts'
import { CursorMetaWire, filterSchema, queryBody, QueryWire } from '#kit/query/wire.ts'
import { Free, Guid, Maybe } from '#kit/wire.ts'
import { ById, Mask, everyone, owner } from './shapes.ts'

export const Category = Type.Object({
  id: Guid,
  name: Type.Optional(Type.String()),
  sortOrder: Type.Optional(Type.Integer()),
  revision: Type.Optional(Type.String()),
  createdDate: Type.Optional(Type.String()),
  updatedDate: Type.Optional(Type.String()),
  extendedFields: Type.Optional(Free),
})
export type Category = Static<typeof Category>
/** The older shape of a category. */
const PlainCategory = Type.Object({ id: Guid, name: Type.String(), sortOrder: Type.Integer(), status: Type.Enum(['CREATED', 'DELETED']) })
export type PlainCategory = Static<typeof PlainCategory>
const OneCategory = Type.Object({ category: Category })
const CategoryWish = Type.Object({
  name: Maybe(Type.String({ minLength: 1, maxLength: 100 })),
  revision: Maybe(Type.String()),
  extendedFields: Maybe(Free),
})
export type CategoryWish = Static<typeof CategoryWish>
const PlainCategoryWish = Type.Object({ name: Maybe(Type.String({ maxLength: 500 })) })
const CategoryPage = Type.Object({ categories: Type.Array(Category), pagingMetadata: CursorMetaWire })
export const categoriesApi = operations({
  createCategoryV2: {
    method: 'POST',
    path: '/v2/categories',
    summary: 'Add a category',
    may: owner,
    permission: 'BOOKINGS.CATEGORY_CREATE',
    body: Type.Object({ category: CategoryWish }),
    reply: OneCategory,
    refuses: ['CATEGORY_LIMIT_REACHED'],
    about: 'category',
  },
  getCategoryV2: {
    method: 'GET',
    path: '/v2/categories/{id}',
    summary: 'One category',
    may: everyone,
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
    may: owner,
    permission: 'BOOKINGS.CATEGORY_UPDATE',
    params: ById,
    body: Type.Object({ category: CategoryWish, fieldMask: Mask }),
    reply: OneCategory,
    refuses: ['REVISION_MISMATCH'],
    about: 'category',
  },
  deleteCategoryV2: {
    method: 'DELETE',
    path: '/v2/categories/{id}',
    summary: 'Remove a category; its services keep the dead one',
    may: owner,
    permission: 'BOOKINGS.CATEGORY_DELETE',
    params: ById,
    reply: Type.Object({}),
    refuses: [],
    about: 'category',
  },
  queryCategoriesV2: {
    method: 'GET',
    path: '/v2/categories/query',
    summary: 'Categories in order',
    may: everyone,
    permission: 'BOOKINGS.CATEGORY_READ',
    work: 'read',
    query: Type.Object({ query: Maybe(QueryWire) }),
    reply: CategoryPage,
    refuses: [],
  },
  queryCategoriesV2ByPost: {
    method: 'POST',
    path: '/v2/categories/query',
    summary: 'Categories by a filter too long for an address',
    may: everyone,
    permission: 'BOOKINGS.CATEGORY_READ',
    work: 'read',
    body: queryBody({}),
    reply: CategoryPage,
    refuses: [],
  },
  countCategoriesV2: {
    method: 'POST',
    path: '/v2/categories/count',
    summary: 'How many categories match',
    may: everyone,
    permission: 'BOOKINGS.CATEGORY_READ',
    work: 'read',
    body: Type.Object({ filter: filterSchema }),
    reply: Type.Object({ count: Type.Integer() }),
    refuses: [],
  },
  moveCategoryV2: {
    method: 'POST',
    path: '/v2/categories/set-position/{id}',
    summary: 'Give a category another place in the order',
    may: owner,
    permission: 'BOOKINGS.CATEGORY_MOVE',
    params: ById,
    body: Type.Object({ position: Type.Enum(['START', 'END', 'AFTER_CATEGORY']), afterCategoryId: Maybe(Guid) }),
    reply: OneCategory,
    refuses: [],
    about: 'category',
  },
  listCategories: {
    method: 'GET',
    path: '/v1/categories',
    summary: 'All categories in order',
    may: everyone,
    permission: 'BOOKINGS.CATEGORIES_READ',
    work: 'read',
    query: Type.Object({ categoryIds: Type.Optional(Type.Union([Type.Array(Guid), Guid])), includeDeleted: Maybe(Type.Boolean()) }),
    reply: Type.Object({ categories: Type.Array(PlainCategory) }),
    refuses: [],
  },
  createCategory: {
    method: 'POST',
    path: '/v1/categories',
    summary: 'Add a category',
    may: owner,
    permission: 'BOOKINGS.MANAGE_CATEGORIES',
    body: Type.Object({ category: PlainCategoryWish }),
    reply: Type.Object({ category: PlainCategory }),
    refuses: ['CATEGORY_LIMIT_REACHED'],
    about: 'category',
  },
  updateCategory: {
    method: 'PUT',
    path: '/v1/categories/{id}',
    summary: 'Rename a category',
    may: owner,
    permission: 'BOOKINGS.MANAGE_CATEGORIES',
    params: ById,
    body: Type.Object({ category: PlainCategoryWish }),
    reply: Type.Object({ category: PlainCategory }),
    refuses: [],
    about: 'category',
  },
  deleteCategory: {
    method: 'DELETE',
    path: '/v1/categories/{id}',
    summary: 'Remove a category, and its services too if asked',
    may: owner,
    permission: 'BOOKINGS.MANAGE_CATEGORIES',
    params: ById,
    query: Type.Object({ deleteServices: Maybe(Type.Boolean()) }),
    reply: Type.Object({ id: Guid }),
    refuses: [],
    about: 'category',
  },
})
