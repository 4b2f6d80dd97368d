/** What other domains and main use of texts. */
export { configureTextCalls, findTextService, findWorkingTextService, getTextCalls, saveTextService } from './actions/connection.ts'
export { acceptTextsFromBooking, assertTextNumber, eraseTextsOfPerson, exportTexts } from './actions/consent.ts'
export { areTextsOn, queueText } from './actions/queue-text.ts'
export { getTextWebhookUrl } from './actions/receive.ts'
export { isTextTemplate, type TextTemplate } from './rules/templates.ts'
