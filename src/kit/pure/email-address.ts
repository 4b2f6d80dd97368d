/** Email addresses by the syntax of RFC 5322, as the `email` format of contracts reads them. */
export { IsEmail as isEmailAddress } from 'typebox/format'
