/** A row lock lives as long as its transaction: what locks takes a context or handle that has one, so that its callers need one, too. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'

const LOCKS = /^for(Update|NoKeyUpdate|Share|KeyShare)$/
const hasTransaction = (node: ts.Node): boolean =>
  ts.isFunctionLike(node) && node.parameters.some(({ type }) => type !== undefined && /^(TransactionContext|Tx)$/.test(type.getText()))

/** Lines on which rows are locked outside of any function that takes a transaction. */
function findStrayLocks(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const stray: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression) && LOCKS.test(node.expression.name.text)) {
      let outer: ts.Node | undefined = node
      while (outer && !hasTransaction(outer)) outer = outer.parent
      if (!outer) stray.push(`${file}:${source.getLineAndCharacterOfPosition(node.expression.name.getStart()).line + 1}`)
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return stray
}

test('rows are locked only by functions that take a transaction', () => {
  const names = readdirSync('src', { recursive: true, encoding: 'utf8' })
  const files = names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).map((name) => join('src', name))
  const locking = files.map((file) => ({ file, text: readFileSync(file, 'utf8') })).filter(({ text }) => /\.for(?:NoKey|Key)?(?:Update|Share)\(/.test(text))
  expect(locking.length).toBeGreaterThan(10)
  expect(locking.flatMap(({ file, text }) => findStrayLocks(file, text))).toEqual([])
})

test('a lock behind a context that only reads is found', () => {
  expect(findStrayLocks('planted.ts', "const lock = (ctx: ReadContext) => ctx.db.selectFrom('site').forUpdate().execute()")).toEqual(['planted.ts:1'])
  expect(findStrayLocks('sound.ts', "const lock = (ctx: TransactionContext) => ctx.tx.selectFrom('site').forUpdate().execute()")).toEqual([])
})
