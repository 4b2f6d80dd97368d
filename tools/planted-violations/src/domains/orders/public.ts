export const ordersOf = () => []
