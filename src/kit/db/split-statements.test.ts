import { describe, expect, test } from 'vitest'
import { migrations } from './migrations/index.ts'
import { splitStatements } from './split-statements.ts'

describe('a script', () => {
  test.each([
    ['with two statements', 'create table a (b int); drop table c;', ['create table a (b int)', 'drop table c']],
    ['without an end', 'select 1', ['select 1']],
    ['with nothing but comments', '-- a; b\n/* c; */ ;', []],
    ['with a semicolon in a text', "insert into a values ('x; ''y;'); select 2", ["insert into a values ('x; ''y;')", 'select 2']],
    ['with one in a name', 'select 1 as "a;b"; select 2', ['select 1 as "a;b"', 'select 2']],
    [
      'with functions',
      'create function f() as $$ begin; end; $$; create function g() as $fn$ a; $$ b; $$ $fn$',
      ['create function f() as $$ begin; end; $$', 'create function g() as $fn$ a; $$ b; $$ $fn$'],
    ],
    ['with an apostrophe in a comment', "select 1; /* the owner's; */ select 2", ['select 1', "/* the owner's; */ select 2"]],
    ['with parameters', 'select $1; select $2', ['select $1', 'select $2']],
  ])('%s', (_title, script, statements) => {
    expect(splitStatements(script)).toEqual(statements)
  })

  test('of each migration loses nothing but what ends its statements', () => {
    const strip = (text: string) => text.replace(/[\s;]/g, '')
    for (const { name, up } of migrations) {
      const statements = splitStatements(up)
      expect(strip(statements.join('')), name).toBe(strip(up).replace(/(\/\*(?:(?!\*\/).)*\*\/|--.*)$/, ''))
      for (const statement of statements)
        expect(statement, name).toMatch(/^(?:\/\*[\s\S]*?\*\/\s*|--[^\n]*\n\s*)*(create|alter|drop|insert|update|delete|select|do|with|comment)\b/i)
    }
  })
})
