/** Custom fields, their applications and suggestions. Source: guide members §12, contract operations (areas member-custom-field*). */
import { Type } from 'typebox'
import { operations } from '#kit/api/contract.ts'
import { OffsetMetaWire, PagingWire, queryBody } from '#kit/query/wire.ts'
import { Maybe } from '#kit/api/wire.ts'
import { socialTypes } from '../rules/social-codes.ts'

const FieldType = Type.Enum(['UNKNOWN', 'TEXT', 'NUMBER', 'DATE', 'URL', 'SOCIAL'])
const SocialType = Type.Enum(['UNKNOWN', ...socialTypes])
const Privacy = Type.Enum(['UNKNOWN', 'PUBLIC', 'PRIVATE'])
const Section = Type.Enum(['GENERAL', 'SOCIAL', 'DISPLAY_INFO', 'ADDRESS'])
const Origin = Type.Enum(['UNKNOWN', 'CUSTOM', 'CONTACT', 'SYSTEM'])
const CustomField = Type.Object({
  id: Type.String({ format: 'uuid' }),
  name: Type.String(),
  key: Type.String(),
  defaultPrivacy: Privacy,
  fieldType: FieldType,
  socialType: Type.Optional(SocialType),
  fieldOrigin: Origin,
  appliesTo: Type.Enum(['ALL_MEMBERS', 'SELECTED_MEMBERS']),
  section: Section,
  createdDate: Type.Optional(Type.String()),
  updatedDate: Type.Optional(Type.String()),
  revision: Type.String(),
})
const name = Type.String({ minLength: 1, maxLength: 150 })
const fieldInput = { defaultPrivacy: Maybe(Privacy), fieldType: Maybe(FieldType), socialType: Maybe(SocialType) }
const Revision = Type.String({ minLength: 1, maxLength: 20 })
const OneField = Type.Object({ field: CustomField })

const GroupType = Type.Enum(['ROLE', 'BADGE', 'PRICING_PLAN', 'MEMBER'])
const ApplicationItem = Type.Object({ applicationType: GroupType, entityId: Type.String({ format: 'uuid' }) })
const ExclusionItem = Type.Object({ exclusionType: GroupType, entityId: Type.String({ format: 'uuid' }) })
const groups = {
  applications: Maybe(Type.Object({ items: Maybe(Type.Array(ApplicationItem, { maxItems: 100 })) })),
  exclusions: Maybe(Type.Object({ items: Maybe(Type.Array(ExclusionItem, { maxItems: 100 })) })),
}
const Application = Type.Object({
  customFieldId: Type.String({ format: 'uuid' }),
  customFieldKey: Type.String(),
  applications: Type.Object({ items: Type.Array(ApplicationItem) }),
  exclusions: Type.Object({ items: Type.Array(ExclusionItem) }),
  revision: Type.String(),
})
const OneApplication = Type.Object({ application: Application })
const FieldApplication = Type.Object({ customFieldKey: Type.String(), applies: Type.Boolean(), customField: CustomField })
const ids = Type.Array(Type.String({ format: 'uuid' }), { minItems: 1, maxItems: 100 })

const Suggestion = Type.Object({
  name: Type.String(),
  defaultPrivacy: Privacy,
  fieldType: FieldType,
  socialType: Type.Optional(SocialType),
  fieldOrigin: Origin,
  customFieldId: Type.Optional(Type.String()),
})
const SuggestionPage = Type.Object({ suggestions: Type.Array(Suggestion), metadata: OffsetMetaWire })

const owner = { owner: 'any' } as const
const everyone = { visitor: 'any', member: 'any', owner: 'any' } as const
const ById = Type.Object({ id: Type.String() })
const ByFieldId = Type.Object({ customFieldId: Type.String() })

export const customFieldsApi = operations({
  createCustomField: {
    method: 'POST',
    path: '/v1/custom-fields',
    summary: 'Create a custom field',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_CREATE',
    body: Type.Object({ field: Type.Object({ name, ...fieldInput }) }),
    reply: OneField,
    refuses: ['INCORRECT_FIELD_TYPE', 'INCORRECT_FIELD_PRIVACY', 'INVALID_FIELD_SOCIAL_TYPE', 'FIELD_NAME_ALREADY_EXISTS', 'TOO_MANY_FIELDS'],
  },
  listCustomFields: {
    method: 'GET',
    path: '/v1/custom-fields',
    summary: 'List custom fields',
    access: everyone,
    permission: 'MEMBERS.CUSTOM_FIELDS_READ',
    work: 'read',
    query: Type.Object({ paging: Maybe(PagingWire) }),
    reply: Type.Object({ fields: Type.Array(CustomField), metadata: OffsetMetaWire }),
    refuses: [],
  },
  getCustomField: {
    method: 'GET',
    path: '/v1/custom-fields/{id}',
    summary: 'Get a custom field',
    access: everyone,
    permission: 'MEMBERS.CUSTOM_FIELDS_READ',
    work: 'read',
    params: ById,
    reply: OneField,
    refuses: ['NOT_FOUND'],
  },
  updateCustomField: {
    method: 'PATCH',
    path: '/v1/custom-fields/{id}',
    summary: 'Update name, privacy or network of a custom field',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_UPDATE',
    params: ById,
    body: Type.Object({ field: Type.Object({ name: Maybe(name), ...fieldInput, revision: Revision }) }),
    reply: OneField,
    refuses: [
      'NOT_FOUND',
      'INVALID_REVISION',
      'INCORRECT_FIELD_TYPE',
      'INCORRECT_FIELD_PRIVACY',
      'INVALID_FIELD_SOCIAL_TYPE',
      'RESERVED_FIELD_NAME_NON_EDITABLE',
      'FIELD_NAME_ALREADY_EXISTS',
    ],
  },
  deleteCustomField: {
    method: 'DELETE',
    path: '/v1/custom-fields/{id}',
    summary: 'Delete a custom field and all its values',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_DELETE',
    params: ById,
    query: Type.Object({ revision: Revision }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'INVALID_REVISION', 'RESERVED_FIELD_NAME_NON_EDITABLE'],
  },
  hideCustomField: {
    method: 'POST',
    path: '/v1/custom-fields/{id}/hide',
    summary: 'Hide a custom field and keep its values',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_HIDE',
    params: ById,
    body: Type.Object({ revision: Revision }),
    reply: Type.Object({}),
    refuses: ['NOT_FOUND', 'INVALID_REVISION', 'RESERVED_FIELD_NAME_NON_EDITABLE'],
  },
  /** Not in the public contract, where a hidden field comes back only through its suggestion. */
  showCustomField: {
    method: 'POST',
    path: '/api/custom-fields/{id}/show',
    summary: 'Show a hidden custom field again with its values',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_HIDE',
    internal: true,
    params: ById,
    body: Type.Object({ revision: Revision }),
    reply: OneField,
    refuses: ['NOT_FOUND', 'INVALID_REVISION'],
  },
  updateCustomFieldsOrder: {
    method: 'POST',
    path: '/v1/custom-fields/order',
    summary: 'Order the custom fields of a section',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_UPDATE',
    body: Type.Object({ fieldIds: Type.Array(Type.String(), { minItems: 1, maxItems: 100 }), section: Maybe(Section) }),
    reply: Type.Object({ fields: Type.Array(CustomField), section: Type.Optional(Section) }),
    refuses: ['NOT_FOUND'],
  },

  createCustomFieldApplication: {
    method: 'POST',
    path: '/v1/custom-fields-applications',
    summary: 'Create the application of a custom field',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_CREATE',
    body: Type.Object({ application: Type.Object({ customFieldId: Type.String({ format: 'uuid' }), ...groups }) }),
    reply: OneApplication,
    refuses: ['NOT_FOUND', 'APPLICATION_ALREADY_EXISTS'],
  },
  updateCustomFieldApplication: {
    method: 'PATCH',
    path: '/v1/custom-fields-applications/{customFieldId}',
    summary: 'Update the application of a custom field',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_UPDATE',
    params: ByFieldId,
    body: Type.Object({ application: Type.Object({ ...groups, revision: Revision }) }),
    reply: OneApplication,
    refuses: ['NOT_FOUND', 'INVALID_REVISION'],
  },
  deleteCustomFieldApplication: {
    method: 'DELETE',
    path: '/v1/custom-fields-applications/{customFieldId}',
    summary: 'Delete the application of a custom field: it applies to all members again',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_DELETE',
    params: ByFieldId,
    reply: Type.Object({}),
    refuses: ['NOT_FOUND'],
  },
  getCustomFieldApplication: {
    method: 'GET',
    path: '/v1/custom-fields-applications/{customFieldId}',
    summary: 'Get the application of a custom field',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_READ',
    work: 'read',
    params: ByFieldId,
    reply: OneApplication,
    refuses: ['NOT_FOUND'],
  },
  getCustomFieldApplications: {
    method: 'POST',
    path: '/v1/custom-fields-applications/applications',
    summary: 'Get the applications of custom fields',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_READ',
    work: 'read',
    body: Type.Object({ customFieldIds: ids }),
    reply: Type.Object({ applications: Type.Array(Application) }),
    refuses: [],
  },
  getMembersCustomFieldApplications: {
    method: 'POST',
    path: '/v1/custom-fields-applications/members',
    summary: 'List the custom fields that apply to members',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_READ',
    work: 'read',
    body: Type.Object({ memberIds: ids }),
    reply: Type.Object({ results: Type.Array(Type.Object({ memberId: Type.String(), applications: Type.Array(FieldApplication) })) }),
    refuses: [],
  },
  getRolesCustomFieldApplications: {
    method: 'POST',
    path: '/v1/custom-fields-applications/roles',
    summary: 'List the custom fields that apply to roles',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_READ',
    work: 'read',
    body: Type.Object({ roleIds: ids }),
    reply: Type.Object({ results: Type.Array(Type.Object({ roleId: Type.String(), applications: Type.Array(FieldApplication) })) }),
    refuses: [],
  },

  listCustomFieldSuggestions: {
    method: 'GET',
    path: '/v1/custom-field-suggestions',
    summary: 'List suggestions for custom fields: hidden and common ones',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_SUGGESTIONS_READ',
    work: 'read',
    query: Type.Object({ paging: Maybe(PagingWire), sorting: Type.Optional(Type.Unknown()) }),
    reply: SuggestionPage,
    refuses: [],
  },
  queryCustomFieldSuggestions: {
    method: 'POST',
    path: '/v1/custom-field-suggestions/query',
    summary: 'Query suggestions for custom fields',
    access: owner,
    permission: 'MEMBERS.CUSTOM_FIELDS_SUGGESTIONS_READ',
    work: 'read',
    body: queryBody({}),
    reply: SuggestionPage,
    refuses: [],
  },
})
