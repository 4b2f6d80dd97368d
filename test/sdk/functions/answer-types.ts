/** Compares answers with what the typings of the packages say that a function answers. */
import { resolve } from 'node:path'
import ts from 'typescript'
import { packages } from './recorder.ts'

const MAX_DEPTH = 12
const ENTRY = resolve('test/sdk/functions/package-types.virtual.ts')

/** One program over all packages; it takes some seconds. */
function createPackageProgram(): { checker: ts.TypeChecker; source: ts.SourceFile } {
  const text = Object.keys(packages)
    .map((name, at) => `import * as package${at} from '${name}'\nexport const p${at} = package${at}`)
    .join('\n')
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    strict: true,
    skipLibCheck: true,
    noEmit: true,
    types: [],
  }
  const host = ts.createCompilerHost(options)
  const { getSourceFile, fileExists } = host
  host.fileExists = (file) => file === ENTRY || fileExists(file)
  host.getSourceFile = (file, ...rest) => (file === ENTRY ? ts.createSourceFile(file, text, ts.ScriptTarget.ES2022) : getSourceFile(file, ...rest))
  const program = ts.createProgram([ENTRY], options, host)
  const source = program.getSourceFile(ENTRY)
  if (!source) throw new Error('the packages have no typings')
  return { checker: program.getTypeChecker(), source }
}

export interface AnswerTypes {
  /** Where an answer of this function, `@wix/members badges.getBadge`, is something else than its typings say; nothing when it agrees. */
  findDeviations(name: string, answer: unknown): string[]
  /** The same for what a handler of events gets. */
  findEventDeviations(name: string, event: unknown): string[]
  /** Functions that are exported without typings. */
  isTyped(name: string): boolean
}

export function readAnswerTypes(): AnswerTypes {
  const { checker, source } = createPackageProgram()
  const symbols = checker.getExportsOfModule(checker.getSymbolAtLocation(source) as ts.Symbol)
  const getType = (symbol: ts.Symbol): ts.Type => checker.getTypeOfSymbolAtLocation(symbol, source)
  const member = (type: ts.Type, name: string): ts.Type => {
    const symbol = checker.getPropertyOfType(type, name)
    if (!symbol) throw new Error(`the typings have no ${name}`)
    return getType(symbol)
  }

  /** What a call answers in the end: promises are awaited, builders are asked. */
  function toAnswer(type: ts.Type): ts.Type[] {
    const find = type.getProperty('find')
    if (find) return checker.getSignaturesOfType(getType(find), ts.SignatureKind.Call).flatMap((signature) => toAnswer(signature.getReturnType()))
    return [checker.getAwaitedType(type) ?? type]
  }
  const isDescriptor = (signature: ts.Signature): boolean => signature.getParameters()[0]?.getName() === 'httpClient'
  function findFunction(name: string): ts.Type | undefined {
    const [packageName = '', path = ''] = name.split(' ')
    const [module = '', fn = ''] = path.split('.')
    const at = Object.keys(packages).indexOf(packageName)
    const root = symbols.find((symbol) => symbol.getName() === `p${at}`)
    if (!root) throw new Error(`${packageName} is not read`)
    const symbol = checker.getPropertyOfType(member(getType(root), module), fn)
    return symbol && getType(symbol)
  }
  const known = new Map<string, ts.Type[]>()
  function listAnswerTypes(name: string): ts.Type[] {
    const found = known.get(name)
    if (found) return found
    const type = findFunction(name)
    if (!type) throw new Error(`${name} has no typings`)
    const answers = checker
      .getSignaturesOfType(type, ts.SignatureKind.Call)
      .filter((signature) => !isDescriptor(signature))
      .flatMap((signature) => toAnswer(signature.getReturnType()))
    if (answers.length === 0) throw new Error(`${name} has no typings that can be read`)
    known.set(name, answers)
    return answers
  }

  const isNamed = (type: ts.Type, name: string): boolean => type.getSymbol()?.getName() === name

  function compareObject(value: object, type: ts.Type, path: string, depth: number): string[] {
    const index = checker.getIndexInfosOfType(type)[0]
    const read = (key: string): unknown => (value as Record<string, unknown>)[key]
    // Results of queries are of a class, whose own fields are private and whose getters are public.
    const isPlain = Object.getPrototypeOf(value) === Object.prototype
    const keys = isPlain ? Object.keys(value) : checker.getPropertiesOfType(type).map((property) => property.getName())
    const entries = keys.map((key) => [key, read(key)] as const).filter(([, of]) => of !== undefined && typeof of !== 'function')
    const wrong = entries.flatMap(([key, of]) => {
      const property = checker.getPropertyOfType(type, key)
      if (property) return compare(of, getType(property), `${path}.${key}`, depth + 1)
      return index ? compare(of, index.type, `${path}.*`, depth + 1) : [`${path}.${key}: not in the typings`]
    })
    const missing = checker.getPropertiesOfType(type).flatMap((property) => {
      const isOptional = (property.flags & ts.SymbolFlags.Optional) !== 0 || (getType(property).flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Any)) !== 0
      return isOptional || read(property.getName()) !== undefined ? [] : [`${path}.${property.getName()}: missing`]
    })
    return [...wrong, ...missing]
  }
  function isPrimitiveOf(value: unknown, type: ts.Type): boolean {
    if (type.isStringLiteral() || type.isNumberLiteral()) return value === type.value
    if (type.flags & ts.TypeFlags.EnumLike && typeof value === 'string') return type.flags & ts.TypeFlags.StringLiteral ? false : true
    if (type.flags & ts.TypeFlags.StringLike) return typeof value === 'string'
    if (type.flags & ts.TypeFlags.NumberLike) return typeof value === 'number'
    if (type.flags & ts.TypeFlags.BooleanLike) return typeof value === 'boolean'
    if (type.flags & ts.TypeFlags.Null) return value === null
    return (type.flags & (ts.TypeFlags.Undefined | ts.TypeFlags.Void)) !== 0 && value === undefined
  }
  function compare(value: unknown, type: ts.Type, path: string, depth: number): string[] {
    if (depth > MAX_DEPTH || type.flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return []
    if (type.isUnion()) {
      const results = type.types.map((one) => compare(value, one, path, depth))
      return results.some((one) => one.length === 0) ? [] : (results.toSorted((a, b) => rank(a, path) - rank(b, path))[0] ?? [])
    }
    if (typeof value !== 'object' || value === null) {
      return isPrimitiveOf(value, type) ? [] : [`${path}: ${value === null ? 'null' : JSON.stringify(value)} instead of ${checker.typeToString(type)}`]
    }
    if (value instanceof Date) return isNamed(type, 'Date') ? [] : [`${path}: a date instead of ${checker.typeToString(type)}`]
    if (value instanceof Uint8Array) return isNamed(type, 'Uint8Array') ? [] : [`${path}: bytes instead of ${checker.typeToString(type)}`]
    if (Array.isArray(value)) {
      const element = checker.getIndexTypeOfType(type, ts.IndexKind.Number)
      return element ? value.flatMap((one) => compare(one, element, `${path}[]`, depth + 1)) : [`${path}: a list instead of ${checker.typeToString(type)}`]
    }
    if (!(type.flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) || isNamed(type, 'Date'))
      return [`${path}: an object instead of ${checker.typeToString(type)}`]
    return compareObject(value, type, path, depth)
  }
  /** The member of a union that was meant: one whose mistakes are deeper than "another kind of thing". */
  const rank = (mistakes: string[], path: string): number => (mistakes.some((one) => one.startsWith(`${path}: `)) ? 1_000 : 0) + mistakes.length

  return {
    isTyped: (name) => findFunction(name) !== undefined,
    findEventDeviations(name, event) {
      const type = findFunction(name)
      return type ? [...new Set(compare(event, member(type, '__payload'), '', 0))] : []
    },
    findDeviations(name, answer) {
      const results = listAnswerTypes(name).map((type) => (type.flags & ts.TypeFlags.Void ? [] : compare(answer, type, '', 0)))
      return results.some((one) => one.length === 0) ? [] : [...new Set(results.toSorted((a, b) => a.length - b.length)[0])]
    },
  }
}
