import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import ts from 'typescript';

// The hot loop of the engine is TypeScript of numbers alone: functions that call each other, with typed arrays as arguments. Such functions are
// AssemblyScript but for a few words, which are put in here: arrays become addresses, their members loads and stores. So one source serves both.

/** What stands for a type of TypeScript. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['number', 'i32'],
  ['boolean', 'bool'],
  ['void', 'void'],
  ['Real', 'f64'],
  ['Int32Array', 'usize'],
  ['Float64Array', 'usize'],
  ['Uint8Array', 'usize'],
  ['DataView', 'usize'],
]);

/** What is loaded and stored of an array, and the power of two of its bytes. */
const MEMBERS: ReadonlyMap<string, readonly [type: string, shift: number]> = new Map([
  ['Int32Array', ['i32', 2]],
  ['Float64Array', ['f64', 3]],
  ['Uint8Array', ['u8', 0]],
]);

/**
 * Functions of files, with all that they call and all constants they read, as the text of one AssemblyScript module that exports them alone.
 * @param exported the file of each, by its name.
 * @throws Error naming file and line of what is not of numbers alone.
 */
export function translate(exported: ReadonlyMap<string, string>): string {
  const functions = new Map<string, string>();
  const linker = new Linker(functions);
  for (const [name, file] of exported) linker.function(file, name);
  return `${[...functions.values()].join('\n\n')}\n\nexport { ${[...exported.keys()].join(', ')} };\n`;
}

/** Finds declarations across files. */
class Linker {
  readonly #functions: Map<string, string>;
  readonly #files = new Map<string, ts.SourceFile>();
  readonly #homes = new Map<string, string>();

  constructor(functions: Map<string, string>) {
    this.#functions = functions;
  }

  /** Translates a function and what it calls. */
  function(file: string, name: string): void {
    const declaration = this.#declaration(file, name);
    if (declaration === undefined || !ts.isFunctionDeclaration(declaration.node)) throw refused(file, undefined, name);
    const home = declaration.file.fileName;
    const known = this.#homes.get(name);
    if (known === home) return;
    if (known !== undefined) throw new Error(`Two functions are called ${name}: in ${known} and ${home}`);
    this.#homes.set(name, home);
    this.#functions.set(name, ''); // its place, before those that it calls
    this.#functions.set(name, new FunctionText(declaration.file, declaration.node, this).text());
  }

  /** The number that a constant is; undefined where the name is none of a constant. */
  constant(file: ts.SourceFile, name: string): number | undefined {
    const declaration = this.#declaration(file.fileName, name);
    if (declaration === undefined || !ts.isVariableDeclaration(declaration.node)) return undefined;
    return this.#value(declaration.file, declaration.node.initializer);
  }

  isFunction(file: ts.SourceFile, name: string): boolean {
    const declaration = this.#declaration(file.fileName, name);
    return declaration !== undefined && ts.isFunctionDeclaration(declaration.node);
  }

  #value(file: ts.SourceFile, node: ts.Expression | undefined): number {
    if (node !== undefined && ts.isNumericLiteral(node)) return Number(node.text);
    if (node !== undefined && ts.isIdentifier(node)) {
      const value = this.constant(file, node.text);
      if (value !== undefined) return value;
    }
    if (node !== undefined && ts.isPrefixUnaryExpression(node) && node.operator === ts.SyntaxKind.MinusToken)
      return -this.#value(file, node.operand);
    if (node !== undefined && ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const object = this.#declaration(file.fileName, node.expression.text);
      if (object !== undefined && ts.isVariableDeclaration(object.node)) {
        let { initializer } = object.node;
        if (initializer !== undefined && ts.isAsExpression(initializer)) initializer = initializer.expression;
        const members =
          initializer !== undefined && ts.isObjectLiteralExpression(initializer) ? initializer.properties : [];
        const member = members.find((one) => one.name?.getText(object.file) === node.name.text);
        if (member !== undefined && ts.isPropertyAssignment(member))
          return this.#value(object.file, member.initializer);
      }
    }
    if (node !== undefined && ts.isBinaryExpression(node)) {
      const [left, right] = [this.#value(file, node.left), this.#value(file, node.right)];
      if (node.operatorToken.kind === ts.SyntaxKind.BarToken) return left | right;
      if (node.operatorToken.kind === ts.SyntaxKind.PlusToken) return left + right;
      if (node.operatorToken.kind === ts.SyntaxKind.AsteriskAsteriskToken) return left ** right;
    }
    throw refused(file.fileName, node && lineOf(file, node), node?.getText(file) ?? '');
  }

  #declaration(fileName: string, name: string): { file: ts.SourceFile; node: ts.Node } | undefined {
    const file = this.#read(fileName);
    for (const statement of file.statements) {
      if (ts.isFunctionDeclaration(statement) && statement.name?.text === name) return { file, node: statement };
      if (ts.isVariableStatement(statement)) {
        const node = statement.declarationList.declarations.find((one) => one.name.getText(file) === name);
        if (node !== undefined) return { file, node };
      }
      if (!ts.isImportDeclaration(statement) || !ts.isStringLiteral(statement.moduleSpecifier)) continue;
      const bindings = statement.importClause?.namedBindings;
      const names = bindings !== undefined && ts.isNamedImports(bindings) ? bindings.elements : [];
      if (!names.some((one) => one.name.text === name)) continue;
      return this.#declaration(
        resolve(dirname(fileName), statement.moduleSpecifier.text.replace(/\.js$/, '.ts')),
        name,
      );
    }
    return undefined;
  }

  #read(fileName: string): ts.SourceFile {
    let file = this.#files.get(fileName);
    if (file === undefined) {
      const text = readFileSync(fileName, 'utf8');
      file = ts.createSourceFile(fileName, text, ts.ScriptTarget.ES2022, true);
      this.#files.set(fileName, file);
    }
    return file;
  }
}

/** The text of one function. */
class FunctionText {
  readonly #file: ts.SourceFile;
  readonly #node: ts.FunctionDeclaration;
  readonly #linker: Linker;
  /** The type of each argument and variable, as it is written. */
  readonly #types = new Map<string, string>();

  constructor(file: ts.SourceFile, node: ts.FunctionDeclaration, linker: Linker) {
    this.#file = file;
    this.#node = node;
    this.#linker = linker;
  }

  text(): string {
    const { name, parameters, type, body } = this.#node;
    const args = parameters.map((one) => {
      this.#types.set(one.name.getText(), one.type?.getText() ?? '');
      return `${one.name.getText()}: ${this.#type(one.type)}`;
    });
    return `function ${name?.text}(${args.join(', ')}): ${this.#type(type)} ${body && this.#of(body)}`;
  }

  #type(node: ts.TypeNode | undefined): string {
    const type = TYPES.get(node?.getText() ?? '');
    if (type === undefined)
      throw refused(this.#file.fileName, lineOf(this.#file, node ?? this.#node), node?.getText() ?? 'no type');
    return type;
  }

  #of(node: ts.Node): string {
    if (ts.isBinaryExpression(node)) {
      const { left, right, operatorToken } = node;
      // An element of an array is there.
      if (operatorToken.kind === ts.SyntaxKind.QuestionQuestionToken && ts.isElementAccessExpression(left))
        return this.#of(left);
      if (operatorToken.kind === ts.SyntaxKind.EqualsToken && ts.isElementAccessExpression(left)) {
        const [type, address] = this.#member(left);
        return `store<${type}>(${address}, ${this.#of(right)})`;
      }
    }
    if (ts.isElementAccessExpression(node)) {
      const [type, address] = this.#member(node);
      return type === 'u8' ? `(load<u8>(${address}) as i32)` : `load<${type}>(${address})`;
    }
    if (ts.isCallExpression(node)) return this.#call(node);
    if (ts.isVariableDeclaration(node)) {
      if (!ts.isIdentifier(node.name)) throw this.#refused(node);
      this.#types.set(node.name.text, node.type?.getText() ?? 'number');
      const type = node.type === undefined ? '' : `: ${this.#type(node.type)}`;
      return `${node.name.text}${type}${node.initializer === undefined ? '' : ` = ${this.#of(node.initializer)}`}`;
    }
    if (ts.isPropertyAccessExpression(node)) {
      if (node.getText() === 'Number.NaN') return 'NaN';
      throw this.#refused(node);
    }
    if (ts.isIdentifier(node)) return this.#name(node);
    if (ts.isNumericLiteral(node)) return node.text;
    if (node.kind === ts.SyntaxKind.TrueKeyword || node.kind === ts.SyntaxKind.FalseKeyword) return node.getText();
    // That it never ends is known of this form alone.
    if (ts.isForStatement(node) && node.initializer === undefined && node.condition === undefined)
      return `while (true) ${this.#of(node.statement)}`;
    if (ts.isLabeledStatement(node) || ts.isObjectLiteralExpression(node) || ts.isStringLiteral(node))
      throw this.#refused(node);
    return this.#spliced(node);
  }

  // The node as it is written, with its parts translated.
  #spliced(node: ts.Node): string {
    const source = this.#file.text;
    let text = '';
    let from = node.getStart(this.#file);
    node.forEachChild((child) => {
      text += source.slice(from, child.getStart(this.#file)) + this.#of(child);
      from = child.end;
    });
    return withoutComments(text + source.slice(from, node.end));
  }

  #call(node: ts.CallExpression): string {
    const args = node.arguments.map((one) => this.#of(one));
    if (node.expression.getText() === 'Math.imul') return `((${args[0]}) * (${args[1]}))`;
    const { expression } = node;
    if (ts.isPropertyAccessExpression(expression) && expression.name.text === 'setFloat64')
      return `store<f64>(${expression.expression.getText()} + ((${args[0]}) as usize), ${args[1]})`;
    if (!ts.isIdentifier(node.expression)) throw this.#refused(node);
    this.#linker.function(this.#file.fileName, node.expression.text);
    return `${node.expression.text}(${args.join(', ')})`;
  }

  #name(node: ts.Identifier): string {
    if (this.#types.has(node.text)) return node.text;
    const value = this.#linker.constant(this.#file, node.text);
    if (value === undefined) throw this.#refused(node);
    const isWord = Number.isInteger(value) && Math.abs(value) < 2 ** 32;
    return String(isWord ? value | 0 : Number.isInteger(value) ? `${value}.0` : value);
  }

  /** The type of a member of an array, and its address. */
  #member(node: ts.ElementAccessExpression): readonly [string, string] {
    const array = node.expression.getText();
    const [type, shift] = MEMBERS.get(this.#types.get(array) ?? '') ?? [];
    if (type === undefined || shift === undefined) throw this.#refused(node);
    const index = this.#of(node.argumentExpression);
    return [type, shift === 0 ? `${array} + ((${index}) as usize)` : `${array} + (((${index}) as usize) << ${shift})`];
  }

  #refused(node: ts.Node): Error {
    return refused(this.#file.fileName, lineOf(this.#file, node), node.getText(this.#file));
  }
}

function withoutComments(text: string): string {
  return text.replace(/^\s*\/\/.*\n/gm, '');
}

function lineOf(file: ts.SourceFile, node: ts.Node): number {
  return file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
}

function refused(file: string, line: number | undefined, text: string): Error {
  return new Error(`${file}${line === undefined ? '' : `:${line}`} is not of numbers alone: ${text.slice(0, 80)}`);
}
