export const deliver = () => undefined
