const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
/** Whether the text is a GUID of any version, as ids are on the wire. */
export const isGuid = (text: unknown): text is string => typeof text === 'string' && GUID.test(text)
