import { parseSync, type ESTree } from 'vite'

/**
 * Replaces a value of an exported constant in a module's text: `editValue(text, 'site', ['place', 'city'], 'Duluth')`. An empty
 * path replaces the whole value. Everything else, comments included, stays as it is. Throws if there is no such value.
 */
export function editValue(text: string, constant: string, path: readonly string[], value: unknown): string {
  let node = unwrap(findConstant(text, constant))
  for (const key of path) node = unwrap(findProperty(node, key, constant))
  return text.slice(0, node.start) + JSON.stringify(value) + text.slice(node.end)
}

function findConstant(text: string, name: string): ESTree.Expression {
  for (const statement of parseSync('module.ts', text).program.body) {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration')
      continue
    for (const { id, init } of statement.declaration.declarations)
      if (id.type === 'Identifier' && id.name === name && init !== null) return init
  }
  throw new Error(`There is no constant ${name} to change.`)
}

function findProperty(node: ESTree.Expression, name: string, constant: string): ESTree.Expression {
  const properties = node.type === 'ObjectExpression' ? node.properties : []
  for (const property of properties)
    if (property.type === 'Property' && property.key.type === 'Identifier' && property.key.name === name)
      return property.value
  throw new Error(`${constant} has no ${name} to change.`)
}

/** The value without a type after it, as in `[] as readonly Area[]`, which stays. */
function unwrap(node: ESTree.Expression): ESTree.Expression {
  return node.type === 'TSAsExpression' ? node.expression : node
}
