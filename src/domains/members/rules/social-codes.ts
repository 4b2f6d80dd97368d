/** The networks that a custom field may hold an address of: for the rules and the contract. Source: guide members §12. */
export const socialTypes = [
  'FACEBOOK',
  'INSTAGRAM',
  'LINKEDIN',
  'TWITTER',
  'YOUTUBE',
  'PINTEREST',
  'TIKTOK',
  'DEVIANTART',
  'SOUNDCLOUD',
  'TUMBLR',
  'VIMEO',
  'VKONTAKTE',
  'ODNOKLASSNIKI',
  'OTHER',
] as const
export type SocialType = (typeof socialTypes)[number]
