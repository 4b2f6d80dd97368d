export const listOrders = () => []
