import { expect, test } from 'vitest'
import { detectHashFormat } from './hash-format.ts'

const salt = 'c2FsdHNhbHRzYWx0c2FsdA'
const sum = 'qxkTcBPVyr2HvFFWXnH3oLPG4oSpSqeShaLmH5LyzwY'
test.each([
  [`$argon2id$v=19$m=19456,t=2,p=1$${salt}$${sum}`, 'argon2'],
  [`$argon2i$v=19$m=4096,t=3,p=1$${salt}$${sum}`, 'argon2'],
  [`$argon2d$v=16$m=8,t=1,p=1$${salt}$${sum}`, 'argon2'],
  [`$scrypt$ln=14,r=8,p=1$${salt}$${sum}`, 'scrypt'],
  [`$scrypt$ln=14,r=8,p=1$${salt}==$${sum}=`, 'scrypt'],
  ['$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'bcrypt'],
  ['$2y$14$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', 'bcrypt'],
  // Too expensive: verifying these would use up the server.
  [`$argon2id$v=19$m=4194304,t=2,p=1$${salt}$${sum}`, undefined],
  [`$argon2id$v=19$m=19456,t=99,p=1$${salt}$${sum}`, undefined],
  [`$scrypt$ln=30,r=8,p=1$${salt}$${sum}`, undefined],
  ['$2a$31$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', undefined],
  // Not understood.
  ['$2x$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW', undefined],
  ['5f4dcc3b5aa765d61d8327deb882cf99', undefined],
  ['password', undefined],
  ['', undefined],
] as const)('%s is %s', (text, form) => {
  expect(detectHashFormat(text)).toBe(form)
})
