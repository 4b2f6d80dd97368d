/** The providers that public client packages call by a fixed connection id. Source: contract wire §6 (`idp`), guide identity §7. */
/** `issuer` is empty where the provider offers no complete OpenID Connect: a broker that signs in with it is named instead. */
export const fixedProviders = [
  { id: '0e6a50f5-b523-4e29-990d-f37fa2ffdd69', name: 'Google', issuer: 'https://accounts.google.com' },
  { id: '3ecad13f-52c3-483d-911f-31dbcf2a6d23', name: 'Facebook', issuer: '' },
] as const
