import { defineRefusals } from '#kit/api/refusal.ts'

/** Refusals of benefit programs. Source: guide pricing-plans §13.7. */
export const { kinds, codes, refuse } = defineRefusals({
  PROGRAM_DEFINITION_NOT_FOUND: {
    status: 404,
    message: 'There is no plan with this id.',
    de: 'Einen Tarif mit dieser Id gibt es nicht.',
    fr: 'Aucune formule n’a cet identifiant.',
    es: 'No hay ningún plan con este identificador.',
  },
  ITEM_SET_NOT_FOUND: {
    status: 404,
    message: 'There is no pool definition with this set of items.',
    de: 'Eine Pool-Definition mit diesem Item-Set gibt es nicht.',
    fr: 'Aucune définition de pool n’a cet ensemble d’éléments.',
    es: 'Ninguna definición de bolsa tiene este conjunto de elementos.',
  },
  POOL_DEFINITION_EXISTS: {
    status: 409,
    message: 'This plan already has a pool definition. A plan has one.',
    de: 'Dieser Tarif hat schon eine Pool-Definition. Mehr als eine gibt es nicht.',
    fr: 'Cette formule a déjà une définition de pool. Elle ne peut en avoir qu’une.',
    es: 'Este plan ya tiene una definición de bolsa. Solo puede tener una.',
  },
  PLAN_ALREADY_SOLD: {
    status: 428,
    message: 'This plan was sold already. A benefit reaches new purchases only: leave out cascade.',
    de: 'Dieser Tarif wurde schon verkauft. Ein Vorteil gilt nur für neue Käufe: Lass cascade weg.',
    fr: 'Cette formule a déjà été vendue. Un avantage ne vaut que pour les nouveaux achats : omettez cascade.',
    es: 'Este plan ya se ha vendido. Una ventaja solo vale para compras nuevas: omite cascade.',
  },
})
