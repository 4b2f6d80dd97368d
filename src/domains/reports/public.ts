/** What setup uses of reports. */
export { markAllRead as markAllNotificationsRead } from './store/notifications.ts'
