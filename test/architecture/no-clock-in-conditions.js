import ts from 'typescript';

/**
 * Temporal evaluates the conditions of all waiters after every update, also after one that a validator refused. A refused
 * update is not in the history: a condition that holds because time has passed would then cause commands that no replay
 * gives. So a condition reads recorded state only, and `pace.now()`, the time of the last recorded event.
 *
 * The rule follows the calls of a condition through all files of the program, by their types: into functions, methods,
 * the members of an interface in every object that may have it, and the arguments of a parameter. What it cannot see is a
 * function that another one returns, or that is chosen at run time.
 */

/** Names of the functions that take a condition, and which argument it is. */
const WAITS = { condition: 0, until: 0, pause: 2 };

/** What changes without a recorded event. */
const UNRECORDED = ['historyLength', 'historySize', 'continueAsNewSuggested', 'unsafe'];

/** @typedef {any} Node a node of ESLint's syntax tree */

/** @type {import('eslint').Rule.RuleModule} */
export const noClockInConditions = {
  meta: {
    type: 'problem',
    schema: [],
    messages: {
      clock:
        'A condition is evaluated also after a refused update, which leaves no trace: it must not read {{what}}, as {{where}} does. Use pace.now().',
    },
  },
  create(context) {
    const services = context.sourceCode.parserServices;
    if (!services?.program) return {};
    return {
      CallExpression: (/** @type {Node} */ call) => {
        const name = call.callee.property?.name ?? call.callee.name;
        const condition = Object.hasOwn(WAITS, name) && call.arguments[WAITS[/** @type {'until'} */ (name)]];
        if (!condition) return;
        const found = createSearch(services.program).clockIn(services.esTreeNodeToTSNodeMap.get(condition));
        if (found) context.report({ node: condition, messageId: 'clock', data: { ...found } });
      },
    };
  },
};

/** Of each program, which ESLint keeps for many files. @type {WeakMap<ts.Program, Index>} */
const INDEXES = new WeakMap();

/**
 * @typedef {object} Index
 * @property {Map<string, ts.ObjectLiteralElementLike[]>} members members of object literals, by name
 * @property {Map<ts.Node, ts.CallExpression[]>} calls the calls of each function
 */

/** @param {ts.Program} program */
function createSearch(program) {
  const checker = program.getTypeChecker();
  const index = INDEXES.get(program) ?? createIndex();
  INDEXES.set(program, index);

  /** @returns {Index} */
  function createIndex() {
    /** @type {Index} */
    const made = { members: new Map(), calls: new Map() };
    /** @type {<Key, One>(map: Map<Key, One[]>, key: Key, one: One) => void} */
    const add = (map, key, one) => void map.set(key, [...(map.get(key) ?? []), one]);
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isObjectLiteralElementLike(node) && node.name && 'text' in node.name)
        add(made.members, node.name.text, node);
      if (ts.isCallExpression(node)) {
        const declaration = symbolAt(node.expression)?.valueDeclaration;
        if (declaration) add(made.calls, declaration, node);
      }
      ts.forEachChild(node, visit);
    };
    program.getSourceFiles().filter(isOurs).forEach(visit);
    return made;
  }

  /** @param {ts.Node} node */
  function symbolAt(node) {
    const symbol = checker.getSymbolAtLocation(ts.isPropertyAccessExpression(node) ? node.name : node);
    return symbol && symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol;
  }

  /** Where a function may come from that an expression stands for. @param {ts.Node} expression @returns {ts.Node[]} */
  function sourcesOf(expression) {
    const value = withoutTypes(expression);
    if (isFunction(value)) return [value];
    if (ts.isConditionalExpression(value)) return [value.whenTrue, value.whenFalse].flatMap(sourcesOf);
    return ts.isIdentifier(value) || ts.isPropertyAccessExpression(value) ? declaredAt(symbolAt(value)) : [];
  }

  /** @param {ts.Symbol | undefined} symbol */
  const declaredAt = (symbol) =>
    (symbol?.declarations ?? []).filter((declaration) => isOurs(declaration.getSourceFile()));

  /** What a declaration gets its function from. @param {ts.Node} declaration @returns {ts.Node[]} */
  function behind(declaration) {
    if (ts.isVariableDeclaration(declaration) || ts.isPropertyAssignment(declaration))
      return declaration.initializer ? sourcesOf(declaration.initializer) : [];
    if (ts.isShorthandPropertyAssignment(declaration))
      return declaredAt(checker.getShorthandAssignmentValueSymbol(declaration));
    if (ts.isPropertySignature(declaration) || ts.isMethodSignature(declaration))
      return isCallable(declaration) ? membersFor(declaration) : [];
    if (ts.isBindingElement(declaration) && ts.isObjectBindingPattern(declaration.parent)) {
      const name = (declaration.propertyName ?? declaration.name).getText();
      const otherwise = declaration.initializer ? sourcesOf(declaration.initializer) : [];
      return [...otherwise, ...declaredAt(checker.getTypeAtLocation(declaration.parent).getProperty(name))];
    }
    return ts.isParameter(declaration) ? argumentsFor(declaration).flatMap(sourcesOf) : [];
  }

  /** @param {ts.Node} declaration */
  function isCallable(declaration) {
    const type = checker.getNonNullableType(checker.getTypeAtLocation(declaration));
    return type.getCallSignatures().length > 0;
  }

  /**
   * What stands for the member of an interface: the members of this name in object literals of that type, or of a type that
   * no context gives.
   * @param {ts.PropertySignature | ts.MethodSignature} signature
   */
  function membersFor(signature) {
    const name = signature.name.getText();
    return (index.members.get(name) ?? []).filter((member) => {
      const literal = member.parent;
      const wanted = ts.isObjectLiteralExpression(literal) && checker.getContextualType(literal);
      if (!wanted) return true;
      return (wanted.getProperty(name)?.declarations ?? []).includes(signature);
    });
  }

  /** @param {ts.ParameterDeclaration} parameter */
  function argumentsFor(parameter) {
    const maker = parameter.parent;
    const named = ts.isVariableDeclaration(maker.parent) || ts.isPropertyAssignment(maker.parent);
    const calls = index.calls.get(named ? maker.parent : maker) ?? [];
    return calls.flatMap((call) => call.arguments[maker.parameters.indexOf(parameter)] ?? []);
  }

  /** @param {ts.Node} condition */
  function clockIn(condition) {
    const seen = new Set();
    const left = sourcesOf(condition);
    for (let next = left.pop(); next; next = left.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      const found = isFunction(next) ? walk(next, left) : undefined;
      if (found) return found;
      left.push(...behind(next));
    }
    return undefined;
  }

  /**
   * @param {ts.Node} node @param {ts.Node[]} further gets the functions that it names
   * @returns {{ what: string, where: string } | undefined}
   */
  function walk(node, further) {
    const what = clockReadBy(node);
    if (what) return { what, where: placeOf(node) };
    if (ts.isIdentifier(node) || ts.isPropertyAccessExpression(node)) further.push(...sourcesOf(node));
    return ts.forEachChild(node, (child) => walk(child, further));
  }

  return { clockIn };
}

/** @param {ts.Node} node @returns {ts.Node} */
function withoutTypes(node) {
  const isWrapped =
    ts.isParenthesizedExpression(node) ||
    ts.isAsExpression(node) ||
    ts.isSatisfiesExpression(node) ||
    ts.isNonNullExpression(node);
  return isWrapped ? withoutTypes(node.expression) : node;
}

/** @param {ts.Node} node */
const isFunction = (node) => ts.isFunctionLike(node) && 'body' in node && node.body !== undefined;

/** @param {ts.Node} node */
function clockReadBy(node) {
  if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length)
    return 'new Date()';
  if (!ts.isPropertyAccessExpression(node)) return undefined;
  if (node.getText() === 'Date.now') return 'Date.now()';
  return UNRECORDED.includes(node.name.text) ? node.name.text : undefined;
}

/** @param {ts.SourceFile} file */
const isOurs = ({ fileName, isDeclarationFile }) =>
  !isDeclarationFile && !fileName.includes('/node_modules/') && /\/(workflows|src\/domain)\//.test(fileName);

/** @param {ts.Node} node */
function placeOf(node) {
  const file = node.getSourceFile();
  const { line } = file.getLineAndCharacterOfPosition(node.getStart());
  return `${file.fileName.replace(/^.*\/(?=workflows\/|src\/domain\/)/, '')}:${line + 1}`;
}
