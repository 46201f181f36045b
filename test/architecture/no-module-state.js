/**
 * A worker loads workflow modules once and shares them between all workflows (`preloadModules` in
 * src/temporal/workflow-bundle.ts). State at module level would leak from one payment into another, and a replay
 * would see what other workflows left there. Constants are fine.
 *
 * What the rule cannot see is a variable inside a closure that is made at module level, and a constant that is
 * changed through another name. The SDK freezes what modules export, so that writing to an export throws.
 */

const CONTAINERS = ['Map', 'Set', 'WeakMap', 'WeakSet', 'Array', 'Object', 'Trigger', 'CancellationScope'];

const CHANGES = [
  ...['push', 'pop', 'shift', 'unshift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['set', 'add', 'delete', 'clear'],
];

const WHY = 'Modules of workflows are loaded once for all workflows: no state at module level.';

/** @typedef {any} Node a node of the syntax tree, TypeScript's included */

/** @type {import('eslint').Rule.RuleModule} */
export const noModuleState = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      variable: `${WHY} Use const, or keep '{{name}}' in the workflow function.`,
      container: `${WHY} Give '{{name}}' a Readonly type if it is a constant, or create it in the workflow function.`,
      change: `${WHY} This changes '{{name}}', which all workflows share.`,
      field: `${WHY} A static field must be readonly.`,
    },
  },
  create(context) {
    /** @param {Node} node @param {string} messageId @param {string} [name] */
    const report = (node, messageId, name = '') => context.report({ node, messageId, data: { name } });

    /** @param {Node} declaration */
    function checkDeclaration(declaration) {
      for (const { id, init } of declaration.declarations) {
        const name = context.sourceCode.getText(id).replace(/[:\s][^]*/, '');
        if (declaration.kind !== 'const') report(id, 'variable', name);
        else if (isContainer(init) && !isReadonly(id, init)) report(id, 'container', name);
      }
    }

    return {
      'Program > VariableDeclaration': checkDeclaration,
      'Program > ExportNamedDeclaration > VariableDeclaration': checkDeclaration,
      'PropertyDefinition[static=true]': (/** @type {Node} */ node) => {
        if (!node.readonly) report(node, 'field');
      },
      'Program:exit': (program) => {
        const variables = context.sourceCode.scopeManager.acquire(program, true)?.variables ?? [];
        for (const { name, references, defs } of variables) {
          const hasMethods = defs.some((def) => isFillable(def));
          const changes = references.filter(({ identifier }) => isChanged(identifier, hasMethods));
          for (const { identifier } of changes) report(identifier, 'change', name);
        }
      },
    };
  },
};

/** @param {Node} init @returns {Node} */
function withoutTypes(init) {
  return /^TS(As|Satisfies|NonNull)/.test(init?.type ?? '') ? withoutTypes(init.expression) : init;
}

/** Something that is made to be filled: `new Map()`, or a literal that is still empty. @param {Node} init */
function isContainer(init) {
  const value = withoutTypes(init);
  if (value?.type === 'NewExpression') return CONTAINERS.includes(value.callee.name);
  return value?.elements?.length === 0 || value?.properties?.length === 0;
}

/** @param {Node} id @param {Node} init */
function isReadonly(id, init) {
  if (init?.type === 'TSAsExpression' && init.typeAnnotation.typeName?.name === 'const') return true;
  const type = id.typeAnnotation?.typeAnnotation;
  return type?.operator === 'readonly' || Boolean(type?.typeName?.name?.startsWith('Readonly'));
}

/** Whether its methods may change it, unlike those of activities or of an import. @param {Node} definition */
function isFillable({ node }) {
  return ['ArrayExpression', 'NewExpression'].includes(withoutTypes(node.init)?.type);
}

/** Whether something in the value is assigned or deleted. @param {Node} identifier @param {boolean} hasMethods */
function isChanged(identifier, hasMethods) {
  let target = identifier;
  while (target.parent.type === 'MemberExpression' && target.parent.object === target) target = target.parent;
  if (target === identifier) return false;
  const { parent } = target;
  if (parent.type === 'AssignmentExpression') return parent.left === target;
  if (parent.type === 'CallExpression')
    return hasMethods && parent.callee === target && CHANGES.includes(target.property.name);
  return (
    parent.type === 'UpdateExpression' || (parent.type === 'UnaryExpression' && parent.operator === 'delete')
  );
}
